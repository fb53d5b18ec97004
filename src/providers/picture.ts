type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface Picture {
  mediaType: PictureType;
  bytes: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
}

/** Limits of a picture: bytes, and pixels per side. Ours: enough for covers, and decodable by readers. */
export const pictureBytesMax = 8 * 1024 * 1024;
export const pictureSideMax = 8192;
/** Pixels per side of a generated picture, which is drawn into covers here and takes at least 4 bytes per pixel. Ours. */
export const madeSideMax = 4096;

interface Header {
  mediaType: PictureType;
  width: number;
  height: number;
}

/**
 * Detects the format from the first bytes. Undefined for anything but PNG, JPEG and WebP, and for pictures that are too
 * large.
 */
export function pictureOf(bytes: Uint8Array, sideMax = pictureSideMax): Picture | undefined {
  if (bytes.length > pictureBytesMax) return undefined;
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = headerOf(data);
  const isSide = (pixels: number) => pixels >= 1 && pixels <= sideMax;
  return header && isSide(header.width) && isSide(header.height) ? { ...header, bytes } : undefined;
}

function headerOf(data: Buffer): Header | undefined {
  try {
    return pngHeader(data) ?? jpegHeader(data) ?? webpHeader(data);
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG 5.2 and 11.2.2: the first chunk has the size, the last is IEND. */
function pngHeader(data: Buffer): Header | undefined {
  if (!data.subarray(0, 8).equals(pngMagic) || data.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  if (data.toString('latin1', data.length - 8, data.length - 4) !== 'IEND') return undefined;
  return { mediaType: 'image/png', width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** Frame headers of JPEG (T.81, table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegHeader(data: Buffer): Header | undefined {
  if (data.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; data[at] === 0xff; ) {
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { mediaType: 'image/jpeg', width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
    else at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The first chunk of a WebP file (RFC 9649) is one of three types, each with its own size field. */
function webpHeader(data: Buffer): Header | undefined {
  if (data.toString('latin1', 0, 4) !== 'RIFF' || data.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const kind = data.toString('latin1', 12, 16);
  const mediaType = 'image/webp';
  if (kind === 'VP8 ')
    return { mediaType, width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { mediaType, width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (kind !== 'VP8L') return undefined;
  const sides = data.readUInt32LE(21);
  return { mediaType, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}
