/** The path of the address that people use, such as `/cyno`; empty at the root of a host, and where there is no such address. */
export const basePathOf = (publicUrl: string | null): string =>
  publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');

/** The address below the path at which the server is reached; that of a proxy that takes the path away itself stays as it is. */
export function withoutBase(url: string, basePath: string): string {
  const rest = url.slice(basePath.length);
  if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A built page whose links and files, which begin at the root of a host, begin at the path. */
export function pageAtBase(html: string, basePath: string): string {
  return html.replaceAll(/(\s(?:href|src)=")\/(?!\/)/g, `$1${basePath}/`);
}
