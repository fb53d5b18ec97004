import { setImmediate as turn } from 'node:timers/promises';
import { samplesPerSecond } from '../../providers/speech.ts';

/** MP3 of 64 kbit/s mono: every frame is 24 ms of sound in 192 bytes, so length and place of a moment follow from the bytes alone (ours). */
const kilobitsPerSecond = 64;
const bytesPerMs = kilobitsPerSecond / 8;
/** Encoded at once, so that nobody else waits for long: a quarter of a second, some 2 ms of work. */
const sliceSamples = samplesPerSecond / 4;

/** How long so many bytes of frames sound, milliseconds. */
export function durationMsOf(frameBytes: number): number {
  return frameBytes / bytesPerMs;
}

export interface Mp3Encoder {
  /** Takes samples and gives the frames that are done with them; now and then it lets others have their turn. */
  encode(samples: Int16Array): AsyncGenerator<Uint8Array, void, void>;
  /** The last frames; afterwards it takes no more. */
  end(): Uint8Array;
}

/** LAME as WebAssembly; the same samples give the same bytes. Loading it takes 50 ms. */
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
        // What it answers lies in its own memory, which the next call changes.
        const frames = encoder.encode([slice]).slice();
        if (frames.length > 0) yield frames;
        await turn();
      }
    },
    end: () => encoder.finalize().slice(),
  };
}
