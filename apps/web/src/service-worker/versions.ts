/** An open page of the app. */
export interface OpenPage {
  readonly id: string;
  postMessage(message: { type: 'newer-version' | 'which-version' }): void;
}

interface Surroundings {
  /** Whether this version of the app has the script. */
  isOwn(script: string): boolean;
  openPages(): Promise<readonly OpenPage[]>;
  /** Lets this worker serve the pages from now on. */
  takeOver(): Promise<unknown>;
  /** Waits for as long as a page may take to go. */
  pause(): Promise<unknown>;
}

/**
 * What pages report to a worker that waits: their version, by their script. One of an earlier version is notified of the newer one. The
 * worker takes over when no page may need the files of another version; pages that have not reported are requested to.
 */
export function createVersions({ isOwn, openPages, takeOver, pause }: Surroundings) {
  const ofThisVersion = new Set<string>();
  return async (page: OpenPage, script: string): Promise<void> => {
    if (!isOwn(script)) return page.postMessage({ type: 'newer-version' });
    ofThisVersion.add(page.id);
    const unknown = async () => (await openPages()).filter(({ id }) => !ofThisVersion.has(id));
    const others = await unknown();
    for (const other of others) other.postMessage({ type: 'which-version' });
    // The page in whose place this one came may still be listed, and does not respond.
    if (others.length > 0) await pause();
    if (others.length === 0 || (await unknown()).length === 0) await takeOver();
  };
}
