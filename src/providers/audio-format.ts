import { setImmediate as turn } from 'node:timers/promises';
import { resampled } from './resample.ts';

/** PCM samples of a WAV file. */
interface Wav {
  rate: number;
  channels: number;
  bits: number;
  /** 1 for PCM. */
  format: number;
  data: Buffer;
  /** Fewer bytes came than the file announces. */
  isCut: boolean;
}

/** Samples a second that speech servers send. */
const rates = { least: 16_000, most: 48_000 };
const pcm = 1;
/** WAVE_FORMAT_EXTENSIBLE: the format is in a field of its own. */
const extensible = 0xfffe;
/** Servers that stream announce the largest size they can, or none. */
const unknownSize = 0x40000000;

/** How a WAV file differs from what this service reads; undefined if it does not. */
export function unreadableWav({ rate, channels, bits, format }: Omit<Wav, 'data' | 'isCut'>): string | undefined {
  if (format !== pcm) return 'wav without PCM';
  if (bits !== 16) return `wav of ${bits} bits`;
  if (channels !== 1 && channels !== 2) return `wav of ${channels} channels`;
  return rate < rates.least || rate > rates.most ? `wav of ${rate} Hz` : undefined;
}

/** Whether bytes begin as a WAV file does, whatever their media type says. */
export function isWav(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && (bytes.length < 12 || bytes.toString('latin1', 8, 12) === 'WAVE');
}

/** Parses a WAV file; undefined if it has no samples. A size that a stream could not know reaches to the end. */
export function parseWav(bytes: Buffer): Wav | undefined {
  let fields: Omit<Wav, 'data' | 'isCut'> | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length) {
      const format = bytes.readUInt16LE(start);
      fields = {
        format: format === extensible && start + 26 <= bytes.length ? bytes.readUInt16LE(start + 24) : format,
        channels: bytes.readUInt16LE(start + 2),
        rate: bytes.readUInt32LE(start + 4),
        bits: bytes.readUInt16LE(start + 14),
      };
    }
    if (name === 'data' && fields) {
      const isStreamed = size === 0 || size >= unknownSize;
      const data = bytes.subarray(start, isStreamed ? undefined : start + size);
      return { ...fields, data, isCut: !isStreamed && data.length < size };
    }
    at = start + size + (size % 2);
  }
  return undefined;
}

/** Whether the samples of a WAV file are all there. */
export function isWhole({ data, channels, isCut }: Wav): boolean {
  return !isCut && data.length > 0 && data.length % (2 * channels) === 0;
}

/** Mixes the channels to one, and converts the samples to a rate. */
export async function monoAt({ data, channels, rate }: Wav, wanted: number): Promise<Uint8Array> {
  // A copy, because samples must begin at an even address. All machines that Node runs on are little-endian.
  const samples = new Int16Array(Uint8Array.from(data).buffer);
  const mono = channels === 1 ? samples : await mixed(samples, channels);
  const { buffer, byteOffset, byteLength } = await resampled(mono, rate, wanted);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Frames between two turns of the event loop: a few milliseconds (ours). */
const framesAtOnce = 500_000;

async function mixed(samples: Int16Array, channels: number): Promise<Int16Array> {
  const mono = new Int16Array(samples.length / channels);
  for (let at = 0; at < mono.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += samples[at * channels + channel] ?? 0;
    mono[at] = Math.round(sum / channels);
    if (at % framesAtOnce === framesAtOnce - 1) await turn();
  }
  return mono;
}

// Magic bytes of formats that some servers send whatever was requested.
const magic: readonly [begins: string | RegExp, name: string][] = [
  ['ID3', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  [/^....ftyp/s, 'audio/mp4'],
  ['RIFF', 'riff'],
];

/** The name of another format by its first bytes; undefined if they may be samples. */
export function otherFormat(bytes: Buffer): string | undefined {
  const begin = bytes.toString('latin1', 0, 12);
  return magic.find(([begins]) => (typeof begins === 'string' ? begin.startsWith(begins) : begins.test(begin)))?.[1];
}
