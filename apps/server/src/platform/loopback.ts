/** True for the host names of this machine itself, as they stand in an address. */
export const isLoopback = (hostname: string): boolean => /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname);
