/** Where code gets the time from, so that tests can set it: milliseconds since the epoch. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
