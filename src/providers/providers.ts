import { ProviderFailure } from './failure.ts';
import type { ImageProvider } from './image.ts';
import type { SpeechProvider } from './speech.ts';
import type { TextProvider } from './text-provider.ts';

/** Provider types by kind. */
interface ProviderTypes {
  text: TextProvider;
  speech: SpeechProvider;
  image: ImageProvider;
}

export type ProviderKind = keyof ProviderTypes;

/** The configured providers. Reading a missing one throws ProviderFailure; check with `has` before starting work. */
export class Providers {
  readonly #configured: { readonly [Kind in ProviderKind]: ProviderTypes[Kind] | undefined };

  constructor(configured: { [Kind in ProviderKind]: ProviderTypes[Kind] | undefined }) {
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
