/** The engine's own maximum, in pages of 64 KB. A shared memory must declare one. */
const pagesMax = 32_768;
const headerBytes = 8;
const importSection = 2;
/** Kinds of imports: function, table, memory, global, tag. */
const kinds = { function: 0, table: 1, memory: 2, global: 3 } as const;
/** Flags of limits: 1 has a maximum, 2 is shared. */
const limits = { bounded: 1, sharedAndBounded: 3 } as const;

/** Reads WebAssembly's binary format. */
class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    this.at += 1;
    return this.#bytes[this.at - 1] ?? 0;
  }

  /** An unsigned LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  skipName(): void {
    const length = this.number();
    this.at += length;
  }

  skipLimits(): void {
    const flags = this.byte();
    this.number();
    if (flags & limits.bounded) this.number();
  }
}

/**
 * The same WebAssembly module with its imported memory declared as shared, so that another thread can set the engine's
 * flag of interrupts. The code of a module does not depend on it. A module without an imported memory is returned as it is.
 */
export function withSharedMemory(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const reader = new Reader(wasm, headerBytes);
  while (reader.at < wasm.length) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const content = reader.at;
    if (id === importSection) {
      const memory = importedMemory(reader);
      if (!memory) return wasm;
      const parts = [wasm.subarray(content, memory.start), memory.shared, wasm.subarray(memory.end, content + size)];
      const changed = Buffer.concat(parts);
      const head = Uint8Array.of(importSection, ...leb128(changed.length));
      return Buffer.concat([wasm.subarray(0, start), head, changed, wasm.subarray(content + size)]);
    }
    reader.at = content + size;
  }
  return wasm;
}

/** Where the limits of the imported memory are, and what replaces them. */
function importedMemory(reader: Reader): { start: number; end: number; shared: Uint8Array } | undefined {
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.skipName();
    reader.skipName();
    const kind = reader.byte();
    if (kind === kinds.memory) {
      const start = reader.at;
      const flags = reader.byte();
      const initial = reader.number();
      const maximum = flags & limits.bounded ? reader.number() : pagesMax;
      const shared = Uint8Array.of(limits.sharedAndBounded, ...leb128(initial), ...leb128(maximum));
      return { start, end: reader.at, shared };
    }
    skipImport(reader, kind);
  }
  return undefined;
}

function skipImport(reader: Reader, kind: number): void {
  if (kind === kinds.function) reader.number();
  else if (kind === kinds.table) {
    reader.byte();
    reader.skipLimits();
  } else if (kind === kinds.global) reader.at += 2;
  else {
    reader.byte();
    reader.number();
  }
}

function leb128(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
