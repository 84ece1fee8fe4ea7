/** What was notified already in this browser session, under a key of the session's storage. */
export function readNotified(key: string): Set<string> {
  try {
    return new Set(sessionStorage.getItem(key)?.split('\n'));
  } catch {
    return new Set();
  }
}

/** Stores what was notified. Where storage is switched off it is notified again after a reload. */
export function writeNotified(key: string, notified: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(key, [...notified].join('\n'));
  } catch {
    // Notifying twice is better than failing.
  }
}
