/**
 * Answers of one question that is asked again and again. One that a later answer has overtaken is undefined: what it tells is
 * no longer so.
 */
export function newestOf<Answer>(): (question: () => Promise<Answer>) => Promise<Answer | undefined> {
  let [asked, answered] = [0, 0];
  return async (question) => {
    asked += 1;
    const turn = asked;
    const answer = await question();
    if (turn < answered) return undefined;
    answered = turn;
    return answer;
  };
}
