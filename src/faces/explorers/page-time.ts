/** Time that a page waits for the database, milliseconds (ours). */
const msMax = 1_000;

/** Resolves with the result, or undefined if the work fails or takes too long for a page. */
export async function withinPageTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, msMax, undefined);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
