import { fileURLToPath } from 'node:url';

/** The project folder. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of these suites. */
export const suites = fileURLToPath(new URL('../', import.meta.url));
