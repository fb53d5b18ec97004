import { pngOf } from '../../src/drawing/png.ts';

/** A PNG of 1 × 1 pixel, in base64. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A lossy WebP of 1 × 1 pixel, in base64. */
export const onePixelWebp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

/** A JPEG of 8 × 12 pixels, in base64. */
export const smallJpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozv/wAARCAAMAAgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAIxAAAAUDAwUAAAAAAAAAAAAAABESFDEBAwQTFRYhMlJTYf/EABUBAQEAAAAAAAAAAAAAAAAAAAID/8QAHhEAAQQBBQAAAAAAAAAAAAAAAQIDERIAIUFRYXH/2gAMAwEAAhEDEQA/AMnsmNxTdl3dfxOie9MEcfQEl3ktmzi7oepdUycRPUBZhtxFrqmSSOhsMTikKioiBr7zn//Z';

/** A JPEG that ends after its frame header of 3 × 5 pixels. */
export const jpegHeader = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080005000301011100ffd9', 'hex');

/** A small picture in place of a generated one. Each number has another colour. */
export function painting(number: number): Promise<Uint8Array> {
  const hue = (number * 67) % 360;
  return pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 96"><rect width="64" height="96" fill="hsl(${hue}, 40%, 30%)"/><circle cx="32" cy="40" r="20" fill="hsl(${hue}, 60%, 70%)"/></svg>`,
    64,
  );
}
