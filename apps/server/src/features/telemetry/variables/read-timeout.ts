/** A database that hangs must not keep requests for ever. */
export const readTimeoutMs = 15_000;
