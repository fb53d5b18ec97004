export interface SpeechRequest {
  model: string;
  voice: string;
  /** At most 4,000 characters. */
  text: string;
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Longest silence, milliseconds. */
  idleMsMax: number;
}

export interface SpeechProvider {
  /** Speaks a text: PCM of 24,000 samples a second, 16 bits each, little-endian, mono. Throws ProviderFailure; half an answer is none. */
  speak(request: SpeechRequest): Promise<Uint8Array>;
}
