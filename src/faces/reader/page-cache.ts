import { isCompressed, type StaticContent } from '../explorers/document.ts';

interface CachedPage extends StaticContent {
  /** Version of the data that the page was made from. */
  stamp: string;
}

/** Cache size per node in bytes: some 500 chapters of 5,000 words (ours). */
const bytesMax = 32 * 1024 * 1024;

/** LRU cache of rendered pages, by address. */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>();
  private readonly rendering = new Map<string, Promise<CachedPage>>();
  private bytes = 0;

  at(address: string): CachedPage | undefined {
    return this.pages.get(address);
  }

  /** The page with this stamp: from the cache, or rendered once for all concurrent requests. */
  async keep(
    address: string,
    stamp: string,
    known: CachedPage | undefined,
    make: () => StaticContent | Promise<StaticContent>,
  ): Promise<CachedPage> {
    const found = [known, this.pages.get(address)].find((page) => page?.stamp === stamp);
    const page = found ?? (await this.render(address, stamp, make));
    this.put(address, page);
    return page;
  }

  private async render(
    address: string,
    stamp: string,
    make: () => StaticContent | Promise<StaticContent>,
  ): Promise<CachedPage> {
    const key = `${address} ${stamp}`;
    const promise = this.rendering.get(key) ?? Promise.resolve(make()).then((page) => ({ ...page, stamp }));
    this.rendering.set(key, promise);
    try {
      return await promise;
    } finally {
      this.rendering.delete(key);
    }
  }

  private put(address: string, page: CachedPage): void {
    const former = this.pages.get(address);
    if (former) this.bytes -= sizeOf(former);
    this.pages.delete(address);
    this.pages.set(address, page);
    this.bytes += sizeOf(page);
    for (const [oldest, one] of this.pages) {
      if (this.bytes <= bytesMax) return;
      this.pages.delete(oldest);
      this.bytes -= sizeOf(one);
    }
  }
}

/** Estimated size in bytes. The compressed form, if any, is at most about as large as the content. */
function sizeOf({ content, type }: StaticContent): number {
  return (isCompressed(type) ? 1 : 2) * content.length;
}
