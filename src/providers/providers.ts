import { ProviderFailure } from './failure.ts';
import type { ImageProvider } from './image.ts';
import type { SpeechProvider } from './speech.ts';
import type { TextProvider } from './text.ts';

/** Whom an instance may ask, by what for. */
interface Each {
  text: TextProvider;
  speech: SpeechProvider;
  image: ImageProvider;
}

export type ProviderKind = keyof Each;

/** The providers that are configured. Asking for another one is a ProviderFailure: whoever begins work looks before. */
export class Providers {
  readonly #configured: { readonly [Kind in ProviderKind]: Each[Kind] | undefined };

  constructor(configured: { [Kind in ProviderKind]: Each[Kind] | undefined }) {
    this.#configured = configured;
  }

  has(kind: ProviderKind): boolean {
    return this.#configured[kind] !== undefined;
  }

  get text(): TextProvider {
    return this.#configured.text ?? missing();
  }

  get speech(): SpeechProvider {
    return this.#configured.speech ?? missing();
  }

  get image(): ImageProvider {
    return this.#configured.image ?? missing();
  }
}

function missing(): never {
  throw new ProviderFailure('unreachable');
}
