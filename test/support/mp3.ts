/** The number of frames, the duration, the ID3 tag and the frames of an MP3 file. Throws if there is anything between the frames. */
export function framesOf(file: Buffer): { count: number; durationMs: number; tag: string; sound: Buffer } {
  const start = file.subarray(0, 3).toString('latin1') === 'ID3' ? 10 + syncSafe(file, 6) : 0;
  let count = 0;
  let durationMs = 0;
  for (let at = start; at < file.length; count += 1) {
    const header = file.readUInt32BE(at);
    // Bit rates and sample rates of MPEG-2, layer III (ISO/IEC 13818-3).
    if (header >>> 17 !== 0b111111111111001) throw new Error(`No frame at ${at}.`);
    const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][(header >>> 12) & 15] ?? 0;
    const rate = [22_050, 24_000, 16_000][(header >>> 10) & 3] ?? 0;
    durationMs += (576 / rate) * 1000;
    at += Math.floor((72_000 * kilobits) / rate) + ((header >>> 9) & 1);
    if (at > file.length) throw new Error('The last frame is cut.');
  }
  return {
    count,
    durationMs: Math.round(durationMs),
    tag: file.subarray(10, start).toString('utf8'),
    sound: file.subarray(start),
  };
}

/** An integer of four bytes with seven bits each. */
function syncSafe(file: Buffer, at: number): number {
  return file.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + byte, 0);
}
