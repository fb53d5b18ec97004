/** Characters with a special meaning in file systems, shells or headers. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
/** Maximum bytes of a name without its extension: file systems take 255 (ours). */
const nameBytesMax = 180;

/** Turns a title into a file name in its own script; `book` if nothing is left. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title.normalize('NFC').replace(unsafe, ' ').replace(/\s+/gu, ' ').trim();
  let name = '';
  for (const character of plain) {
    if (Buffer.byteLength(name + character) > nameBytesMax) break;
    name += character;
  }
  // Windows drops trailing dots and spaces and hides names with a leading dot.
  return `${name.replace(/^[. ]+|[. ]+$/g, '') || 'book'}.${extension}`;
}
