/** Replacements, in this order: what has a shape of its own before what only looks like a secret. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [\s\S]*?-----END [^-]*-----/g, '[redacted]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"'\\]+@[^\s"'\\]*/gi, '$1[redacted]'],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  // User names in paths, and other servers, of which a path may be all that protects it.
  [/(\/home\/|\/Users\/)[^/\\\s"':]+/gi, '$1[user]'],
  [/(\\Users\\+)[^\\/"':\r\n]+/gi, '$1[user]'],
  [/\b((?:https?|wss?|mqtts?|webdavs?|sftp|s3(?:\+http)?):\/\/)(?!\[)[^\s"'\\<>]+/gi, '$1[address]'],
  [/\b(getaddrinfo [A-Z_]+) [\w.-]+/g, '$1 [address]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
  [/\b(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}\b|\b(?:[\da-f]{1,4}:)+:(?:[\da-f]{1,4}:?)*/gi, '[address]'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\bcyno_pat_[\w-]+/g, '[redacted]'],
  [/([?&#](?:token|code|state|ticket|setup|key|secret|password|invitation)=)[^&#\s"']+/gi, '$1[redacted]'],
  // Connection keys, setup and invitation codes.
  [/\b[A-Z\d]{4}(?:-[A-Z\d]{4}){1,5}\b/g, '[redacted]'],
  // Tokens, hashes and keys: long, with a digit, and no name such as `cyno_lag_p50_seconds`.
  [/\b(?![a-z\d]{1,12}(?:_[a-z\d]{1,12})+\b)(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{24,}={0,2}/g, '[redacted]'],
];

/** Takes out of a text what must not leave the server: the secrets themselves and what has the shape of one. */
export function scrub(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
  return shapes.reduce((left, [shape, replacement]) => left.replaceAll(shape, replacement), hidden);
}

/** Shorter ones occur in sentences. */
const leastLength = 6;

/** Every text of the settings that may be a secret, and user, password and host of those that are addresses. */
export function secretsOf(settings: unknown): string[] {
  const texts = stringsOf(settings).flatMap((text) => [text, ...partsOf(text)]);
  return [...new Set(texts.filter((text) => text.length >= leastLength))].sort((a, b) => b.length - a.length);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function partsOf(text: string): string[] {
  const { username, password, hostname } = URL.parse(text) ?? {};
  return [username, password, hostname].flatMap((part) => (part ? [part, decodeURIComponent(part)] : []));
}
