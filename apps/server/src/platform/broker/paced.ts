import { maxHandshakesPerTurn } from './limits.ts';

/**
 * Calls `begin` for each value in order, a few in one turn of the event loop, so that what was begun earlier is not kept
 * waiting by thousands that come at once. What waits is bounded by whoever owns the values.
 */
export function paced<T>(begin: (value: T) => void): (value: T) => void {
  let waiting: T[] = [];

  const turn = (): void => {
    const now = waiting.slice(0, maxHandshakesPerTurn);
    waiting = waiting.slice(maxHandshakesPerTurn);
    if (waiting.length > 0) setImmediate(turn);
    for (const value of now) begin(value);
  };

  return (value) => {
    if (waiting.length === 0) setImmediate(turn);
    waiting.push(value);
  };
}
