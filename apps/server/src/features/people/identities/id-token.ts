import { createHmac, timingSafeEqual } from 'node:crypto';

/** Checks whether a JWT carries the HMAC with SHA-256 of a secret: RFC 7515, section 5.2, with `HS256` of RFC 7518, section 3.2. */
export function isSignedWithSecret(token: string | undefined, secret: string): boolean {
  const [header, payload, signature, ...more] = token?.split('.') ?? [];
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) return false;
  const right = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right);
}
