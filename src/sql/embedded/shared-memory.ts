import { withSharedMemory } from './shared-module.ts';

/**
 * Gives this thread's WebAssembly modules a shared memory from now on. The engine loads further modules during statements,
 * and all use one memory. Only the engine's own thread calls this. The result has the memory that `open` made.
 */
export async function inSharedMemory<T>(open: () => Promise<T>): Promise<{ opened: T; memory: SharedArrayBuffer }> {
  const { Memory, Module, compile, instantiate } = WebAssembly;
  let made: WebAssembly.Memory | undefined;
  const instantiateShared = (source: BufferSource | WebAssembly.Module, imports?: WebAssembly.Imports) =>
    source instanceof Module ? instantiate(source, imports) : instantiate(shared(source), imports);
  Object.assign(WebAssembly, {
    // Proxies, so that `instanceof` still holds for modules made before.
    Memory: new Proxy(Memory, {
      construct(_target, [descriptor]: [WebAssembly.MemoryDescriptor]) {
        made = new Memory({ ...descriptor, shared: true });
        return made;
      },
    }),
    Module: new Proxy(Module, { construct: (_target, [bytes]: [BufferSource]) => new Module(shared(bytes)) }),
    compile: (bytes: BufferSource) => compile(shared(bytes)),
    instantiate: instantiateShared,
  });
  const opened = await open();
  if (!made) throw new Error('The engine made no memory.');
  // The buffer stays valid when the memory grows.
  return { opened, memory: made.buffer as unknown as SharedArrayBuffer };
}

function shared(source: BufferSource): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(source) ? source : new Uint8Array(source);
  return withSharedMemory(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));
}
