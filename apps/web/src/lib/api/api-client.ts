import type { AccountDeletion, ErrorBody, ErrorCode, TwoFactorChallenge } from '@cyno/contract';
import type { RouteInput, RouteName, RouteOutput } from '@cyno/contract/api';
import { t } from '@lingui/core/macro';
import { withBase } from '../router/base-path.ts';
import { dropFirstResponses, takeFirstResponse } from './first-responses.ts';
import { fieldText, reasonText } from './reason-texts.ts';
import { currentLoginSession, endSession, getSession, sessionContinues } from './session.ts';

type Problem = {
  status: number;
  code: ErrorCode | 'offline' | 'bad_answer';
  reason?: string;
  fields?: Record<string, string>;
  twoFactor?: TwoFactorChallenge;
  deletion?: AccountDeletion;
  retryAfterS?: number;
  serverText?: string;
  isWorded?: boolean;
  cause?: unknown;
};

/**
 * A call that failed. `status` is 0 and `code` is `offline` when no response came at all; `reason` is one of `ErrorReason`, or of a later
 * server; `message` is a sentence for a person;
 * `fields` names the wrong fields of the request; `twoFactor` shows how a login continues (`second_step_required`), `deletion`
 * how a deletion is cancelled (`account_closing`); `retryAfterS` is requested by the server, in seconds; `serverText` is the English
 * sentence of the response; `isWorded` is true when `message` describes what exactly went wrong, in the reader's language.
 */
export class ApiError extends Error {
  declare readonly status: number;
  declare readonly code: Problem['code'];
  declare readonly reason: string | undefined;
  declare readonly fields: Record<string, string>;
  declare readonly twoFactor: TwoFactorChallenge | undefined;
  declare readonly deletion: AccountDeletion | undefined;
  declare readonly retryAfterS: number | undefined;
  declare readonly serverText: string | undefined;
  declare readonly isWorded: boolean;

  constructor(message: string, { cause, ...problem }: Problem) {
    super(message, { cause });
    this.name = 'ApiError';
    // Field by field it is heavier, and every page loads it.
    Object.assign(this, { fields: {}, isWorded: false }, problem);
  }

  /** True when the server could not be reached or broke, so that trying again later makes sense. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** True when the server does not know the session, or not any more. */
  get refusesSession(): boolean {
    return this.status === 401 && (this.code === 'session_ended' || this.code === 'not_authenticated');
  }
}

/** The page on which the owner cancels the deletion of an account. */
export const cancelDeletionPath = ({ keepToken: cancelToken }: AccountDeletion) =>
  `/auth/keep#token=${encodeURIComponent(cancelToken)}`;

type CallOptions = {
  signal?: AbortSignal;
  /** Those of a public link or guest pass: who reads the page then counts as anybody who has it, whatever their session. */
  headers?: Readonly<Record<string, string>>;
};
type Input = CallOptions & { params?: Record<string, unknown>; query?: object; body?: unknown };
type Request = CallOptions & { method: string; path: string; body?: unknown };

/** A query may be text already, such as what a page's address holds. */
type CallInput<Name extends RouteName> = RouteInput<Name, URLSearchParams> & CallOptions;
type CallArguments<Name extends RouteName> =
  object extends RouteInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/**
 * Calls a route of the server's API, named as the contract names it. Sends the session's token and throws `ApiError`; a response
 * that the session has ended ends it here too, and the call waits for the next login if the page does. Gives up after 15 s
 * without a whole response.
 */
export function call<Name extends RouteName>(route: Name, ...input: CallArguments<Name>): Promise<RouteOutput<Name>> {
  const [method = ''] = route.split(' ');
  const { body, signal, headers }: Input = input[0] ?? {};
  return send({ method, path: addressOf(route, ...input), body, signal, headers });
}

/** The address of a route, for downloads and uploads. */
export function addressOf<Name extends RouteName>(route: Name, ...[input]: CallArguments<Name>): string {
  const [, template = ''] = route.split(' ');
  const { params = {}, query = {} }: Input = input ?? {};
  const path = withBase(template).replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(query instanceof URLSearchParams ? query : given);
  return search.size > 0 ? `${path}?${search}` : path;
}

const timeoutMs = 15_000;

async function send<T>(request: Request): Promise<T> {
  const { method, path, body, signal, headers: ofGuest } = request;
  const token = ofGuest ? undefined : getSession()?.accessToken;
  const loginSession = currentLoginSession();
  const headers: Record<string, string> = { accept: 'application/json', ...ofGuest };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const first = method === 'GET' && !ofGuest ? takeFirstResponse(path, token) : undefined;
  if (method !== 'GET') dropFirstResponses();
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text = '';
  try {
    response = await (first ??
      fetch(path, {
        method,
        headers,
        credentials: ofGuest ? 'omit' : 'same-origin',
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }));
    if (response.ok) text = await response.text();
    signal?.throwIfAborted();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(t`Can't connect to server`, { status: 0, code: 'offline', cause });
  }
  if (!response.ok) {
    const error = await readError(response);
    if (token && error.refusesSession) {
      // Only the token that was refused may be thrown away: another tab may have signed in meanwhile.
      if (token === getSession()?.accessToken) endSession('expired');
      // The refused call changed nothing, so it may be made again as soon as its owner has logged in.
      if (await sessionContinues(loginSession, token)) return send(request);
    }
    throw error;
  }
  try {
    // The server checks what it sends against the contract: what is JSON at all came from it.
    return JSON.parse(response.status === 204 ? 'null' : text);
  } catch (cause) {
    throw new ApiError(t`This page does not understand the response of the server. Reload the page.`, {
      status: response.status,
      code: 'bad_answer',
      cause,
    });
  }
}

/** The error of a response that is not `ok`. */
export async function readError(response: Response): Promise<ApiError> {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  return errorOf(response.status, body ?? {}, response.headers.get('retry-after'));
}

/** The error of a response, given its status, its body and its header `Retry-After`. */
export async function errorOf(status: number, body: Partial<ErrorBody>, retryAfter: string | null): Promise<ApiError> {
  const code = body.code ?? (status >= 500 ? 'unavailable' : 'bad_request');
  const { secondStep: twoFactor, closing: deletion, error: serverText, reason } = body;
  const worded = reason === undefined ? undefined : await reasonText(reason, body.values ?? {});
  const fields = await fieldsOf(body, worded);
  const [field] = body.fieldReasons ? Object.values(fields) : [];
  const message = worded ?? (field && t`Check what you entered: ${field}`) ?? body.error ?? t`Can't connect to server`;
  const retryAfterS = Number(retryAfter) || undefined;
  const isWorded = worded !== undefined;
  return new ApiError(message, {
    status,
    code,
    reason,
    fields,
    twoFactor,
    deletion,
    retryAfterS,
    serverText,
    isWorded,
  });
}

/** What is wrong with each field. A field without a reason of its own has that of the whole, when it is the only one. */
async function fieldsOf({ fields = {}, fieldReasons = {} }: Partial<ErrorBody>, worded: string | undefined) {
  const entries = Object.entries(fields);
  const texts = entries.map(async ([field, english]) => {
    const own = fieldReasons[field];
    const text = own ? await fieldText(own.reason, own.values) : entries.length === 1 ? worded : undefined;
    return [field, text ?? english] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
