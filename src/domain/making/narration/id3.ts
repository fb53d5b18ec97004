/** Title, album and artist for players: an ID3v2.4 tag before the frames (id3.org, "id3v2.4.0-structure"). */
export function id3Tag(words: { TIT2: string; TALB: string; TPE1: string }): Uint8Array {
  const frames = Object.entries(words).map(([name, text]) => {
    // 3 means UTF-8.
    const body = Buffer.concat([Buffer.of(3), Buffer.from(text, 'utf8')]);
    return Buffer.concat([Buffer.from(name, 'latin1'), sevenBits(body.length), Buffer.of(0, 0), body]);
  });
  const all = Buffer.concat(frames);
  return Buffer.concat([Buffer.from('ID3', 'latin1'), Buffer.of(4, 0, 0), sevenBits(all.length), all]);
}

/** Sizes use seven bits per byte, so that no byte of a tag looks like a frame header. */
function sevenBits(size: number): Buffer {
  return Buffer.of((size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127);
}
