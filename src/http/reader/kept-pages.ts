import { isPacked, type Kept } from '../pages/document.ts';

export interface KeptPage extends Kept {
  /** Of what the page was made. */
  stamp: string;
}

/** Room for a node's pages, bytes: some 500 chapters of 5,000 words (ours). */
const bytesMax = 32 * 1024 * 1024;

/** Pages as they were last made, by address, those that were not asked for longest going first. */
export class KeptPages {
  private readonly pages = new Map<string, KeptPage>();
  private readonly underWay = new Map<string, Promise<KeptPage>>();
  private bytes = 0;

  at(address: string): KeptPage | undefined {
    return this.pages.get(address);
  }

  /** The page of that stamp: as it is known, or made, once however many ask for it at a time. */
  async keep(
    address: string,
    stamp: string,
    known: KeptPage | undefined,
    make: () => Kept | Promise<Kept>,
  ): Promise<KeptPage> {
    const found = [known, this.pages.get(address)].find((page) => page?.stamp === stamp);
    const page = found ?? (await this.made(address, stamp, make));
    this.put(address, page);
    return page;
  }

  private async made(address: string, stamp: string, make: () => Kept | Promise<Kept>): Promise<KeptPage> {
    const name = `${address} ${stamp}`;
    const making = this.underWay.get(name) ?? Promise.resolve(make()).then((page) => ({ ...page, stamp }));
    this.underWay.set(name, making);
    try {
      return await making;
    } finally {
      this.underWay.delete(name);
    }
  }

  private put(address: string, page: KeptPage): void {
    const former = this.pages.get(address);
    if (former) this.bytes -= weightOf(former);
    this.pages.delete(address);
    this.pages.set(address, page);
    this.bytes += weightOf(page);
    for (const [oldest, one] of this.pages) {
      if (this.bytes <= bytesMax) return;
      this.pages.delete(oldest);
      this.bytes -= weightOf(one);
    }
  }
}

/** With its packed form, if it has one, which is never larger by much. */
function weightOf({ content, type }: Kept): number {
  return (isPacked(type) ? 1 : 2) * content.length;
}
