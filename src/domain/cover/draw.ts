import { escaped } from '../../markup.ts';

/** What a cover is drawn from. */
export interface CoverText {
  title: string;
  subtitle: string | null;
  author: string;
  /** `#rrggbb`; null for ours. */
  coverColor: string | null;
}

/** Size of every drawn cover, pixels: 5 to 8, as stores of books want it. */
export const coverSize = { width: 1600, height: 2560 };

/** A cover as SVG, the same for the same book. */
export function drawCover({ title, subtitle, author, coverColor }: CoverText): string {
  const { width, height } = coverSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="${coverColor ?? '#26415c'}"/><g fill="#fff" text-anchor="middle" font-family="DejaVu Serif, Georgia, serif"><text x="800" y="1000" font-size="140">${escaped(title)}</text><text x="800" y="1180" font-size="70">${escaped(subtitle ?? '')}</text><text x="800" y="2300" font-size="80">${escaped(author)}</text></g></svg>`;
}
