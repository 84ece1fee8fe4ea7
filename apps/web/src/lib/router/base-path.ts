/**
 * The path of the address below which the server is reached, such as `/cyno`; empty at the root of a host. The server writes it into the
 * links of `index.html`, whose manifest is at that path.
 */
export const basePath: string = pathOf(globalThis.document?.querySelector<HTMLLinkElement>('link[rel="manifest"]'));

function pathOf(manifest: HTMLLinkElement | null | undefined): string {
  return manifest ? new URL('.', manifest.href).pathname.replace(/\/$/, '') : '';
}

/** The address, on this host, of a path of the server. */
export const withBase = (path: string): string => basePath + path;

/** The address of a path of the server, with its host. */
export const fullAddress = (path: string): string => location.origin + withBase(path);
