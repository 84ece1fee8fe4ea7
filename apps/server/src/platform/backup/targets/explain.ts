import { fileReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';

/** Why a machine cannot be reached, by the code of the system; parts of a sentence. */
const networkReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'it does not respond',
  UND_ERR_CONNECT_TIMEOUT: 'it does not respond',
  UND_ERR_HEADERS_TIMEOUT: 'it does not respond',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
};

/** Runs `work`; whatever goes wrong becomes a StartError that names the target and, without a secret, the reason. */
export async function explained<Result>(
  label: string,
  work: () => Promise<Result>,
  reasonOf: (error: unknown) => string | undefined = () => undefined,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StartError || (cause as Error).name === 'AbortError') throw cause;
    const reason = reasonOf(cause) ?? networkReason(cause) ?? fileReason(cause);
    throw new StartError(`The backup target ${label} cannot be used: ${reason}.`, { cause });
  }
}

/** The reason of the first cause that has a known code. */
function networkReason(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', name } = cause as NodeJS.ErrnoException;
    if (name === 'TimeoutError') return 'it does not respond';
    if (Object.hasOwn(networkReasons, code)) return networkReasons[code];
    if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) return `its certificate is not trusted (${code})`;
  }
  return undefined;
}

/** What the status of a response to a request over HTTP means, as a part of a sentence. */
export function httpReason(status: number | undefined): string | undefined {
  if (status === 401) return 'it does not accept the user name and password';
  if (status === 403) return 'this user may not do that there';
  if (status === 413) return 'it does not take files as large as this backup';
  if (status === 507) return 'it is full';
  return status === undefined ? undefined : `it responded with status ${status}`;
}
