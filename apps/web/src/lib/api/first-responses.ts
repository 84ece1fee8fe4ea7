/** What `first-load.js` requested while the app's own files were being fetched. */
interface FirstResponses {
  /** The session that it read; absent: nobody's. */
  readonly token: string | undefined;
  readonly byAddress: Map<string, Promise<Response>>;
}

declare global {
  var firstResponses: FirstResponses | undefined;
}

/** What is not needed by then belongs to a page that was not opened in the end. */
const freshMs = 30_000;

/** The response to a request that was made before the app ran, for the first that needs it; undefined when there is none, or it may be out of date. */
export function takeFirstResponse(address: string, token: string | undefined): Promise<Response> | undefined {
  const { firstResponses } = globalThis;
  if (!firstResponses || firstResponses.token !== token || performance.now() > freshMs) return undefined;
  const response = firstResponses.byAddress.get(address);
  firstResponses.byAddress.delete(address);
  return response;
}

/** A change may make each of them out of date. */
export function dropFirstResponses(): void {
  globalThis.firstResponses?.byAddress.clear();
}
