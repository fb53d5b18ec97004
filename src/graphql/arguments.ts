/** Arguments that fields of many aggregates take. */
export const bookId = { required: true, description: 'The book.' } as const;
export const chapterId = { required: true, description: 'The chapter.' } as const;
export const anyChapterId = { required: true, description: 'The chapter, archived or not.' } as const;
