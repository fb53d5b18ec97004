/** Texts that cost more than prose of their length, by name. Each once blocked a thread, or is a known trap of its kind. */
export const hostileTexts: Readonly<Record<string, (characters: number) => string>> = {
  'short sentences': repeated('A b. '),
  'rows of a table': repeated('| a | b |\n'),
  'a list in lists': (characters) => nested(characters, (level) => `${'  '.repeat(level)}- a\n`),
  'quotations in quotations': (characters) => nested(characters, (level) => `${'> '.repeat(level + 1)}a\n`),
  'one unbroken word': repeated('a'),
  'one long line': repeated('word '),
  'names that nearly match': repeated('Odille asked Odyle. '),
  'emoji of many code points': repeated('👩‍👩‍👧‍👦'),
  'combining marks': repeated('e\u0301\u0323\u0308'),
  'a script without blanks': repeated('她在灯塔里数着船'),
  'links and brackets': repeated('[a](b)[['),
  'emphasis that never closes': repeated('*a **b _c '),
  'one mark repeated': repeated('`'),
};

function repeated(unit: string): (characters: number) => string {
  return (characters) =>
    unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters - (characters % unit.length));
}

/** Lines of growing depth, again from the beginning after 30. */
function nested(characters: number, line: (level: number) => string): string {
  const block = Array.from({ length: 30 }, (_, level) => line(level)).join('');
  return repeated(block)(Math.max(characters, block.length));
}

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `f${n}: ${field}`).join(' ');
const inBook = (fields: string) => `query ($bookId: ID!) { book(bookId: $bookId) { id ${fields} } }`;
const ids = Array.from({ length: 500 }, (_, n) => `"chr_${n}"`).join();
const prefixes = 'abc* def* ghi* jkl* mno* pqr* stu* vwx*';

/** GraphQL documents that ask for much in few bytes, by name. All take `$bookId`. */
export const hostileDocuments: Readonly<Record<string, string>> = {
  'every text under 28 names': inBook(`chapters { ${aliases(28, 'content')} }`),
  'the schema under 20 names': inBook('').replace(
    /}$/,
    `${aliases(20, '__schema { types { fields { description type { name } } } }')} }`,
  ),
  'five lists of 500 ids': `query ($bookId: ID!) { ${aliases(5, `characters(bookId: $bookId, ids: [${ids}]) { id }`)} }`,
  'five searches by eight prefixes': `query ($bookId: ID!) { ${aliases(5, `searchBook(bookId: $bookId, q: "${prefixes}", first: 100) { nodes { id } }`)} }`,
  'lists in lists of every book':
    'query ($bookId: ID!) { book(bookId: $bookId) { id } books(first: 100) { nodes { chapters { id } conflicts { from { name } to { name } } } } }',
};
