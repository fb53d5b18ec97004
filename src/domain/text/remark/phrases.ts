/**
 * Words and phrases of one language that mark a remark of a chat. Each member is a list of alternatives in lower case,
 * separated by bars, with straight apostrophes. Alternatives are parts of regular expressions.
 */
export interface Phrases {
  /** Agree to a request: "certainly". */
  agrees: string;
  /** Present the text that follows: "here is". */
  presents: string;
  /** The model reports what it did: "I've written". */
  reports: string;
  /** Words for a chapter. */
  chapter: string;
  /** Other words for the requested text: "scene", "draft". */
  work: string;
  /** Words for a text about the story, and for its parts: "summary", "events". */
  summary: string;
  /** State of the text: "revised", "full". */
  revised: string;
  /** Refer to the reader of the remark as owner: "your". */
  your: string;
  /** Other possessives, which suggest that a line is prose: "his". */
  other: string;
  /** Begin an offer, a hope or a question after the text: "let me know". */
  offers: string;
  /** Subjects of such an offer: "changes", "next chapter". */
  wishes: string;
  /** Mark the end of a part: "end of". */
  endOf: string;
  /** Whole lines that end a text: "the end". */
  ended: string;
  /** The unit of a word count: "words". */
  words: string;
  /** Labels before a colon: "note", "title". */
  labels: string;
  /** Labels of texts around a chapter, which are never its own words: "word count". */
  apparatus: string;
  /** Begin a polite refusal that declines only later: "I appreciate". */
  prefaces: string;
  /** Decline to write: "I'm sorry". */
  refuses: string;
  /** Begin a note in brackets that stands for text to come: "insert". */
  inserts: string;
  /** Object or reason of a refusal: "this request", "guidelines". */
  rules: string;
}
