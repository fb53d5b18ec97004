// Replaces placeholders such as BOOK_ID by ids of the newest book of the account.
(() => {
  const bookQuery = `{
    books(first: 1) { nodes {
      bookId: id
      chapters { chapterId: id }
      everyChapter: chapters { id }
      otherCharacter: characters { id }
      # rosters: made by npm run generate
      characters { characterId: id }
      conflicts { conflictId: id }
      moodReferences { moodId: id }
      # end of rosters
      outlineVariants { variantId: id }
      covers { coverId: id }
    } }
  }`;
  const chapterQuery = `query ($bookId: ID!, $chapterId: ID!) {
    revisions(bookId: $bookId, chapterId: $chapterId, first: 1) { nodes { revisionId: id } }
    runs(bookId: $bookId, first: 1) { nodes { runId: id } }
    lintChapter(bookId: $bookId, chapterId: $chapterId) { findings { findingId: id } }
  }`;

  /** All ids in an answer by their aliases. Of a list, only the first record counts. */
  const firstIdsIn = (value) => {
    if (Array.isArray(value)) return firstIdsIn(value[0]);
    if (typeof value !== 'object' || value === null) return {};
    const members = Object.entries(value).map(([name, member]) =>
      typeof member === 'string' ? { [name]: member } : firstIdsIn(member),
    );
    return Object.assign({}, ...members);
  };

  /** `everyChapterId`: all chapter ids, to fill a list of strings. `otherCharacterId`: the second character. */
  const severalIdsIn = (data) => {
    const { everyChapter = [], otherCharacter = [] } = data?.books?.nodes?.[0] ?? {};
    return {
      ...(everyChapter.length > 0 ? { everyChapterId: everyChapter.map(({ id }) => id).join('","') } : {}),
      ...(otherCharacter.length > 1 ? { otherCharacterId: otherCharacter[1].id } : {}),
    };
  };

  const request = async (query, variables) => {
    const response = await fabulaSession.fetch(new URL('graphql', document.baseURI), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()).data;
  };

  /** Ids by variable name. Empty if nobody is signed in or a request fails. */
  const newestIds = async () => {
    if (!fabulaSession.key) return {};
    try {
      const data = await request(bookQuery, {});
      const ids = { ...firstIdsIn(data), ...severalIdsIn(data) };
      return ids.chapterId ? { ...ids, ...firstIdsIn(await request(chapterQuery, ids)) } : ids;
    } catch {
      return {};
    }
  };

  /** `BOOK_ID` stands for `bookId`. Whole words only, because EVERY_CHAPTER_ID contains CHAPTER_ID. */
  const nameOf = (placeholder) => placeholder.toLowerCase().replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const filled = (text, ids) =>
    text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)*_ID\b/g, (placeholder) => ids[nameOf(placeholder)] ?? placeholder);

  const originals = new Map();
  const fillPage = async () => {
    const ids = await newestIds();
    for (const [one, { text, href }] of originals) {
      const shown = filled(text, ids);
      // Writing the same text would end a selection in it.
      if (one.textContent !== shown) one.textContent = shown;
      if (href) one.setAttribute('href', filled(href, ids));
    }
  };

  /** The same, or none after ten seconds: a page is of use without them. */
  const soon = () => Promise.race([newestIds(), new Promise((resolve) => setTimeout(resolve, 10_000, {}))]);

  globalThis.fabulaIds = { soon, filled };
  document.addEventListener('DOMContentLoaded', () => {
    for (const one of document.querySelectorAll('[data-ids]'))
      originals.set(one, { text: one.textContent, href: one.getAttribute('href') });
    if (originals.size === 0) return;
    if (fabulaSession.key) void fillPage();
    fabulaSession.onChange(() => void fillPage());
  });
})();
