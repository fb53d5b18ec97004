import { setImmediate as turn } from 'node:timers/promises';

/** Samples of a filter on each side of a sample (ours): aliases are below -60 dB. */
const reach = 12;
/** Output samples between two turns of the event loop: a few milliseconds (ours). */
const samplesAtOnce = 24_000;

/**
 * Converts samples to another rate with a windowed sinc filter, which removes what the new rate cannot hold. The first and
 * the last sample keep their time.
 */
export async function resampled(samples: Int16Array, rate: number, wanted: number): Promise<Int16Array> {
  if (rate === wanted) return samples;
  const out = new Int16Array(Math.round((samples.length * wanted) / rate));
  const filter = new Filter(rate, wanted);
  for (let start = 0; start < out.length; start += samplesAtOnce) {
    filter.fill(out, start, Math.min(out.length, start + samplesAtOnce), samples);
    await turn();
  }
  return out;
}

class Filter {
  private readonly rate: number;
  private readonly wanted: number;
  private readonly width: number;
  private readonly cutoff: number;
  /** Weights by the distance to the input sample before; few distances occur, because both rates are whole numbers. */
  private readonly weights = new Map<number, Float32Array>();

  constructor(rate: number, wanted: number) {
    this.rate = rate;
    this.wanted = wanted;
    this.cutoff = Math.min(1, wanted / rate);
    this.width = Math.ceil(reach / this.cutoff);
  }

  fill(out: Int16Array, from: number, to: number, samples: Int16Array): void {
    const { rate, wanted, width } = this;
    for (let at = from; at < to; at += 1) {
      const base = Math.floor((at * rate) / wanted);
      const weights = this.weightsAt((at * rate) % wanted);
      let sum = 0;
      const first = Math.max(0, width - 1 - base);
      const last = Math.min(2 * width, samples.length - base + width - 1);
      for (let tap = first; tap < last; tap += 1) sum += (samples[base - width + 1 + tap] ?? 0) * (weights[tap] ?? 0);
      out[at] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
    }
  }

  private weightsAt(remainder: number): Float32Array {
    const known = this.weights.get(remainder);
    if (known) return known;
    const { width, cutoff } = this;
    const fraction = remainder / this.wanted;
    const weights = Float32Array.from({ length: 2 * width }, (_, tap) => {
      const distance = tap - width + 1 - fraction;
      // Hann window.
      const window = Math.abs(distance) >= width ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / width);
      return cutoff * sinc(cutoff * distance) * window;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const even = weights.map((weight) => weight / total);
    this.weights.set(remainder, even);
    return even;
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
