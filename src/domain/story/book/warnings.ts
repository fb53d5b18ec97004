/** Warning in the answer of an import or a publication, which has succeeded. */
export interface Warning {
  /** Stable name of the kind. */
  code: string;
  message: string;
  /** Number of occurrences. */
  count: number;
  chapterId: string | null;
}

/** Members of a book in the answer of an import or a publication. Other reads have none of them. */
export interface Warned {
  /** Warnings of the import. */
  warnings?: readonly Warning[];
  /** The book was just published. Its warnings are computed if they are selected. */
  isJustPublished?: boolean;
}
