/** A statement that ends or starts something and does not wait for it. */
const unwaited =
  /^\s*(?:void )?(?!await\b)\w[\w.?]*\.(?:abort|cut|destroy|disconnect|end|kill|restart|start|stop|terminate)\(.*\);$/;
/** An event that the test asked for before, or waits for. */
const event = /^\s*expect\(\(?await (?:[\w.]+|(?:Promise\.all|once)\(.*)\)/;
/** One answer of /readyz, which may be 503 on a busy machine: `untilReady` waits. */
const readiness = /^\s*expect\(.*\/readyz/;

/**
 * The statements that end or start something without waiting for it, where the next one expects a state: on a busy machine
 * that is still the former one. Those that expect readiness at once, too. Each as `line: statement`.
 */
export function hastyExpectations(source: string): string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const next = lines[index + 1] ?? '';
    const isHasty = unwaited.test(line) && /^\s*expect\(/.test(next) && !event.test(next);
    return isHasty || readiness.test(line) ? [`${index + 1}: ${line.trim()}`] : [];
  });
}
