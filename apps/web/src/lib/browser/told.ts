/** What was said already in this browser session, under a key of the session's storage. */
export function readTold(key: string): Set<string> {
  try {
    return new Set(sessionStorage.getItem(key)?.split('\n'));
  } catch {
    return new Set();
  }
}

/** Keeps what was said. Where storage is switched off it is said again after a reload. */
export function keepTold(key: string, told: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(key, [...told].join('\n'));
  } catch {
    // Saying it twice is better than failing.
  }
}
