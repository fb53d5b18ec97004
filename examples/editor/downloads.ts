import { Away } from './client.ts';
import { session } from './session.ts';

/** Long enough for the sound of a chapter on a slow line. */
const secondsMax = 600;

/**
 * A picture or a file of the service, from memory: a link with a key would leave it in histories and logs. `progress` is called
 * with the bytes so far.
 */
export async function fileOf(address: string, progress?: (bytes: number) => void): Promise<Blob> {
  // The page may have been reached by another name than the service gives itself.
  const { pathname, search } = new URL(address);
  const url = new URL(pathname + search, location.origin);
  const response = await session.fetch(url, { signal: AbortSignal.timeout(secondsMax * 1_000) }).catch(() => undefined);
  if (!response?.ok || !response.body) throw new Away('The service did not send the file.');
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, out) {
      bytes += piece.byteLength;
      progress?.(bytes);
      out.enqueue(piece);
    },
  });
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  const whole = new Response(response.body.pipeThrough(counted), { headers }).blob();
  return whole.catch(() => {
    throw new Away('The file did not arrive whole.');
  });
}

/** Saves a file as the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
