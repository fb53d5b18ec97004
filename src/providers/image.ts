export interface ImageRequest {
  model: string;
  prompt: string;
  /** How many pictures are wanted. */
  count: number;
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Longest silence, milliseconds. */
  idleMsMax: number;
}

export interface Picture {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}

export interface ImageProvider {
  /** Makes pictures, at least one and at most as many as are wanted. Throws ProviderFailure. */
  draw(request: ImageRequest): Promise<Picture[]>;
}
