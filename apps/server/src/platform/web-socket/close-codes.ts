/** Codes of RFC 6455 7.4.2's private range, so that the browser knows whether to try again; `tooBig` and `failed` are those of 7.4.1. */
export const closeCodes = {
  tooBig: 1009,
  failed: 1011,
  badMessage: 4400,
  notAuthenticated: 4401,
  otherOrigin: 4403,
  late: 4408,
  tooMany: 4429,
} as const;
