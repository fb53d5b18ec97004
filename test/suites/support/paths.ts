import { fileURLToPath } from 'node:url';

/** The folder of the product. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of these suites. */
export const suites = fileURLToPath(new URL('../', import.meta.url));
