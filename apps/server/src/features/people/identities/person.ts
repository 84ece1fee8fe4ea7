import { cutText, email as emailSchema } from '@cyno/contract';

/** Who somebody is at another service; a subject means something only within its issuer. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** Folded as the addresses of accounts are; null when the service does not provide it, or not in a form that we know. */
  readonly email: string | null;
  /** True only when the service stated it explicitly. */
  readonly emailVerified: boolean;
  readonly name: string | null;
}

const longestName = 64;
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const subjectShape = /^[ -~]{1,255}$/;

/** Reads the claims of an ID token and of the UserInfo response (OpenID Connect Core 1.0, section 5.1); throws when they name nobody. */
export function personOf(claims: { iss: string; sub: string; [name: string]: unknown }): Person {
  if (!subjectShape.test(claims.sub)) throw new TypeError('The subject is not one');
  const { data: email = null } = emailSchema.safeParse(claims.email);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    emailVerified: email !== null && claims.email_verified === true,
    name: nameOf(claims.name) ?? nameOf(claims.preferred_username),
  };
}

/** One line, as a name in a profile is. */
function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const characters = claim
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return cutText(characters, longestName) || null;
}
