/**
 * Milliseconds that a statement may run, on both engines. Shorter than the limit of an operation by the time that the waiting
 * operations of others still need.
 */
export const statementMsMax = 8_000;
