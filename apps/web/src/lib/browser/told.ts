/** What was notified already in this browser session, under a key of the session's storage. */
export function readTold(key: string): Set<string> {
  try {
    return new Set(sessionStorage.getItem(key)?.split('\n'));
  } catch {
    return new Set();
  }
}

/** Stores what was notified. Where storage is switched off it is notified again after a reload. */
export function keepTold(key: string, told: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(key, [...told].join('\n'));
  } catch {
    // Notifying twice is better than failing.
  }
}
