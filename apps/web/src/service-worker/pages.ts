const appPage = 'index.html';
const offlinePage = 'offline.html';
/** Pages that are none of the app's. */
const othersPages = /^(api|docs|metrics|healthz|readyz)(\/|$)/;
/** A connection that delivers nothing is worse than none: the stored page is there at once. */
const longestWaitMs = 5_000;

type StoredFile = (path: string) => Promise<Response | undefined>;

/**
 * The server's page, and where the server is away the stored one: the app, or a page which explains that this one needs the server. No
 * response is stored, so that no address and nothing on the page remains, such as the token of a public link.
 */
export async function respondToPage(
  request: Request,
  stored: StoredFile,
  { scope, waitMs = longestWaitMs }: { scope: string; waitMs?: number },
): Promise<Response> {
  const isOthers = othersPages.test(request.url.slice(scope.length));
  const standIn = () => stored(isOthers ? offlinePage : appPage);
  const fromServer = fetch(request);
  try {
    const response = await (isOthers ? fromServer : Promise.race([fromServer, rejectAfter(waitMs)]));
    // A proxy returns 502 to 504 while the server behind it is away.
    return response.status >= 502 && response.status <= 504 ? ((await standIn()) ?? response) : response;
  } catch {
    return (await standIn()) ?? fromServer;
  }
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`No page within ${ms} ms.`)), ms);
  });
}
