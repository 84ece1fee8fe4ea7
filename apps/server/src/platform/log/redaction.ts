import { stdSerializers } from 'pino';

/** Fields that hold secrets, also when a whole request, error or configuration is logged. */
const secretNames = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'stripe-signature',
  'password',
  'newPassword',
  'passwordHash',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'ticket',
  'secret',
  'clientSecret',
  'client_secret',
  'code_verifier',
  'connectionKey',
  'setupCode',
  'passphrase',
  'recoveryCode',
  'recoveryCodes',
];

/** Takes the values of such fields out, down to the third level. */
export const redact = {
  paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  censor: '[redacted]',
};

/** Tokens and keys of ours that are recognisable by their shape, and bearer tokens of whomever. */
const secretShapes = /cyno_pat_[\w-]{20,}|(?<=\/(?:api\/ota|view|pass)\/)[\w-]{20,}|\b(Bearer|Basic) +[\w.~+/=-]{8,}/g;

/** Takes secrets that have a shape out of a finished line, where they stand. */
export function scrubLine(line: string): string {
  return line.replace(secretShapes, (_, scheme?: string) => `${scheme ? `${scheme} ` : ''}[redacted]`);
}

const queryOfAddress =
  /([?&#](?:token|code|state|ticket|setup|key|secret|password|access_token|id_token)=)[^&#\s"']+/gi;
const userInAddress = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi;

/** What is known of an error without the objects that hang on it, nor the parameters of a failed query: they hold secrets. */
export function serializeError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error);
  const code = 'code' in error ? { code: error.code } : {};
  const scrub = (text: string) => scrubText(withoutParameters(text, error));
  return { type, message: scrub(message), stack: scrub(stack), ...code };
}

/** From where the parameters of a failed query stand to the end: each may have several lines. */
const parameters = /\nparams: [\s\S]*/;
const maxCauses = 10;

/** Takes the parameters out of the messages of an error and its causes, so that what stands behind these in the text stays. */
function withoutParameters(text: string, error: unknown): string {
  let left = text;
  let one = error;
  for (let depth = 0; depth < maxCauses && one instanceof Error; depth += 1) {
    const message = one.message.replace(parameters, '');
    left = left.replaceAll(one.message, () => message);
    one = one.cause;
  }
  return left;
}

function scrubText(text: string): string {
  return text
    .replace(parameters, '')
    .replaceAll(queryOfAddress, '$1[redacted]')
    .replaceAll(userInAddress, '$1[redacted]@');
}
