import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';
import { samplesPerSecond } from '../../../providers/speech.ts';

/**
 * MP3 with 64 kbit/s mono: each frame has 24 ms in 192 bytes, so duration and seek position follow from the byte count
 * (ours).
 */
const kilobitsPerSecond = 64;
const bytesPerMs = kilobitsPerSecond / 8;
/** Samples per synchronous call: a quarter of a second of audio, some 2 ms of work. */
const sliceSamples = samplesPerSecond / 4;

/** Duration of frames in milliseconds, by bytes. */
export function durationMsOf(frameBytes: number): number {
  return frameBytes / bytesPerMs;
}

export interface Mp3Encoder {
  /** Encodes samples and yields complete frames. Yields to other work now and then. */
  encode(samples: Int16Array): AsyncGenerator<Uint8Array, void, void>;
  /** The last frames. The encoder is finished afterwards. */
  end(): Uint8Array;
}

const encoderPackage = 'wasm-media-encoders';

/** Why encoding is unavailable; undefined if the package is installed. It contains LAME (LGPL) and is optional. */
export function whyNoMp3(): string | undefined {
  try {
    createRequire(import.meta.url).resolve(encoderPackage);
    return undefined;
  } catch {
    return `Narration is off: the package ${encoderPackage} is not installed. Whoever runs this instance installs it with npm ci.`;
  }
}

/** Throws if the encoder is not installed. */
export function requireMp3(): void {
  const why = whyNoMp3();
  if (why !== undefined) throw new ServiceError('feature_disabled', why);
}

/** LAME as WebAssembly, deterministic. Loading takes 50 ms. */
export async function newMp3Encoder(): Promise<Mp3Encoder> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  encoder.configure({
    sampleRate: samplesPerSecond,
    outputSampleRate: samplesPerSecond,
    channels: 1,
    bitrate: kilobitsPerSecond,
  });
  return {
    async *encode(samples) {
      for (let start = 0; start < samples.length; start += sliceSamples) {
        const slice = Float32Array.from(samples.subarray(start, start + sliceSamples), (sample) => sample / 32_768);
        // Copied: the result is in the encoder's memory, which the next call changes.
        const frames = encoder.encode([slice]).slice();
        if (frames.length > 0) yield frames;
        await turn();
      }
    },
    end: () => encoder.finalize().slice(),
  };
}
