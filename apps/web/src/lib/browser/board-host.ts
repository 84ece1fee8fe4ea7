/** True for addresses that mean the machine itself, which no board can reach. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?)$/i.test(host);

/** The host that boards should connect to: the page's own, unless that means this machine only and the server knows a better one. */
export function boardHost(pageHost: string, serverHost: string | undefined): string {
  return isLoopback(pageHost) ? (serverHost ?? pageHost) : pageHost;
}
