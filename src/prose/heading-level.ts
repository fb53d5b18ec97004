/** Level of the heading above the prose, 1–5. The prose's highest headings are one level below. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5;
