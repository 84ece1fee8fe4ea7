const sliceMs = 24 * 3_600_000;

/** A span in pieces so long that the rollups of a piece do not keep others waiting. */
export function* slicesOf(from: number, to: number): Generator<readonly [from: number, to: number]> {
  for (let since = from; since < to; ) {
    const until = Math.min(since - (since % sliceMs) + sliceMs, to);
    yield [since, until];
    since = until;
  }
}
