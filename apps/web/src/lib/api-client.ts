import type { ErrorBody, ErrorCode, SecondStepChallenge } from '@cyno/contract';
import { endSession, getSession } from './session.ts';

/** What checks an answer: every schema of the contract is one. */
export type Schema<T> = { parse(answer: unknown): T };

/** A check for pages that must not load zod: only looks that the fields are there. The server's tests hold it to the rest. */
export function hasFields<T extends object>(...fields: (keyof T & string)[]): Schema<T> {
  return {
    parse(answer) {
      const missing = fields.find((field) => !(typeof answer === 'object' && answer !== null && field in answer));
      if (missing) throw new TypeError(`The answer has no field ${missing}.`);
      return answer as T;
    },
  };
}

/** Any answer, unread. */
export const noAnswer: Schema<void> = { parse: () => undefined };

type Problem = {
  status: number;
  code: ErrorCode | 'offline' | 'bad_answer';
  fields?: Record<string, string>;
  secondStep?: SecondStepChallenge;
  retryAfterS?: number;
  cause?: unknown;
};

/**
 * A call that failed. `status` is 0 and `code` is `offline` when no answer came at all; `message` is a sentence for a person;
 * `fields` names the wrong fields of the request; `secondStep` says how a log-in goes on (`second_step_required`); `retryAfterS` is the
 * server's wish in seconds.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: Problem['code'];
  readonly fields: Record<string, string>;
  readonly secondStep: SecondStepChallenge | undefined;
  readonly retryAfterS: number | undefined;

  constructor(message: string, problem: Problem) {
    super(message, { cause: problem.cause });
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.fields ?? {};
    this.secondStep = problem.secondStep;
    this.retryAfterS = problem.retryAfterS;
  }

  /** True when the server could not be reached or broke, so that trying again later makes sense. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

type CallOptions = { signal?: AbortSignal };
type Call = CallOptions & { method: string; path: string; body?: unknown };

const timeoutMs = 15_000;

async function call<T>({ method, path, body, signal }: Call, schema: Schema<T>): Promise<T> {
  const token = getSession()?.accessToken;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError("Can't connect to server", { status: 0, code: 'offline', cause });
  }
  if (!response.ok) throw await readError(response, token);
  return readAnswer(response, schema);
}

async function readAnswer<T>(response: Response, schema: Schema<T>): Promise<T> {
  try {
    const text = await response.text();
    return schema.parse(text === '' ? undefined : JSON.parse(text));
  } catch (cause) {
    throw new ApiError('The server answered in a form that this page does not know. Reload the page.', {
      status: response.status,
      code: 'bad_answer',
      cause,
    });
  }
}

async function readError(response: Response, token: string | undefined): Promise<ApiError> {
  const body = await response.json().then(
    (answer: Partial<ErrorBody> | null) => answer ?? {},
    () => ({}) as Partial<ErrorBody>,
  );
  const code = body.code ?? (response.status >= 500 ? 'unavailable' : 'bad_request');
  const endsSession = response.status === 401 && (code === 'session_ended' || code === 'not_authenticated');
  // Only the token that was refused may be thrown away: another tab may have signed in meanwhile.
  if (endsSession && token && token === getSession()?.accessToken) endSession('expired');
  const retryAfterS = Number(response.headers.get('retry-after')) || undefined;
  const message = body.error ?? "Can't connect to server";
  const { fields, secondStep } = body;
  return new ApiError(message, { status: response.status, code, fields, secondStep, retryAfterS });
}

/**
 * The calls of the server's API. Each sends the session's token, checks the answer with `schema` and throws `ApiError`; an
 * answer that the session has ended ends it here too. Calls give up after 15 s.
 */
export const api = {
  get: <T>(path: string, schema: Schema<T>, options?: CallOptions) => call({ ...options, method: 'GET', path }, schema),
  post: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call({ ...options, method: 'POST', path, body }, schema),
  patch: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call({ ...options, method: 'PATCH', path, body }, schema),
  delete: <T>(path: string, schema: Schema<T>, options?: CallOptions) =>
    call({ ...options, method: 'DELETE', path }, schema),
};
