import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Half of the time of a start is compiling. A thread has to ask for itself, and before it loads any TypeScript: for the first
// file that is not in the cache Node loads its compiler of types, a tenth of a second. So the files that ask are plain JavaScript.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/fabula', import.meta.url)));
