/** A file that a field produced, and its link. */
export interface MadeFile {
  fileName: string;
  /** Includes the charset if it is text. */
  mediaType: string;
  /** The bytes, in order. */
  pieces: Uint8Array[];
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Path and query of the link. */
  path: string;
  /** Present for a stored file, which has no pieces: reads a range of bytes, both ends inclusive. */
  read?: (first: number, last: number) => AsyncIterable<Uint8Array>;
  /** Text alternative of a picture. */
  altText?: string;
  /** True: browsers display the file. False: they save it. */
  isShown?: boolean;
}
