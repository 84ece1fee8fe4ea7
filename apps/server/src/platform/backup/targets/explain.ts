import type { ErrorCause } from '@cyno/contract';
import { because } from '../../errors.ts';
import { fileReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';

/** What is wrong with a target, for pages that word it; `other` only as a part of an English sentence. */
type ProblemKind = 'away' | 'credentials' | 'forbidden' | 'full' | 'refused' | 'other';
/** `text`: a part of a sentence. */
export interface TargetProblem {
  readonly kind: ProblemKind;
  readonly text: string;
}

const away = (text: string): TargetProblem => ({ kind: 'away', text });
const silent = away('it does not respond');
const cut = away('the connection was cut');
export const full: TargetProblem = { kind: 'full', text: 'it is full' };

/** Why a machine cannot be reached, by the code of the system. */
const networkProblems: Readonly<Record<string, TargetProblem>> = {
  ENOTFOUND: away('there is no host of that name'),
  EAI_AGAIN: away('the name of its host cannot be looked up now'),
  ECONNREFUSED: away('nothing listens there'),
  EHOSTUNREACH: away('its host cannot be reached'),
  ENETUNREACH: away('its network cannot be reached'),
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  UND_ERR_HEADERS_TIMEOUT: silent,
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
};

/** Runs `work`; whatever goes wrong becomes a StartError that names the target and, without a secret, the reason. */
export async function explained<Result>(
  label: string,
  work: () => Promise<Result>,
  problemOf: (error: unknown) => TargetProblem | undefined = () => undefined,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StartError || (cause as Error).name === 'AbortError') throw cause;
    const problem = problemOf(cause) ?? networkProblem(cause) ?? fileProblem(cause);
    throw new StartError(`The backup target ${label} cannot be used: ${problem.text}.`, {
      cause,
      ...becauseOf(label, problem),
    });
  }
}

/** The reason of the first cause that has a known code. */
function networkProblem(error: unknown): TargetProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', name } = cause as NodeJS.ErrnoException;
    if (name === 'TimeoutError') return silent;
    if (Object.hasOwn(networkProblems, code)) return networkProblems[code];
    if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code))
      return { kind: 'other', text: `its certificate is not trusted (${code})` };
  }
  return undefined;
}

const fileKinds: Readonly<Record<string, ProblemKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
};

/** What the system refused with a file or directory. */
export const fileProblem = (error: unknown): TargetProblem => ({
  kind: fileKinds[(error as NodeJS.ErrnoException).code ?? ''] ?? 'other',
  text: fileReason(error),
});

/** What the status of a response to a request over HTTP means. */
export function httpProblem(status: number | undefined): TargetProblem | undefined {
  if (status === 401) return { kind: 'credentials', text: 'it does not accept the user name and password' };
  if (status === 403) return { kind: 'forbidden', text: 'this user may not do that there' };
  if (status === 413) return { kind: 'other', text: 'it does not take files as large as this backup' };
  if (status === 507) return full;
  return status === undefined ? undefined : { kind: 'other', text: `it responded with status ${status}` };
}

/** The reason for pages, for the options of a StartError. */
export function becauseOf(target: string, { kind, text }: TargetProblem): { why: ErrorCause } {
  switch (kind) {
    case 'away':
      return because('backup_target_away', { target });
    case 'credentials':
      return because('backup_target_credentials', { target });
    case 'forbidden':
      return because('backup_target_forbidden', { target });
    case 'full':
      return because('backup_target_full', { target });
    case 'refused':
      return because('backup_target_refused', { target });
    case 'other':
      return because('backup_target_unusable', { target, detail: text });
  }
}
