import { setTimeout as pause } from 'node:timers/promises';
import { lineSdk } from './line-sdk.ts';

/** Within what a delivery may take. */
const timeoutMs = 10_000;

/** Resolves with what a call of the Messaging API does, within ten seconds: its library waits for as long as LINE does. */
export async function inTime<Result>(call: Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const late = pause(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error('LINE did not respond in time');
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    ended.abort();
  }
}

/** The status of LINE's response, and the text of its error (https://developers.line.biz/en/reference/messaging-api/#error-responses). */
export interface LineRefusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** Undefined: LINE could not be reached, or did not respond in time. */
export function refusalOf(error: unknown): LineRefusal | undefined {
  if (!(error instanceof lineSdk().HTTPFetchError)) return undefined;
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN);
  return {
    status: error.status,
    message: messageOf(error.body),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  };
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 200) : '';
  } catch {
    return '';
  }
}

/** For the log: neither what was sent nor to whom. */
export function reasonOf(error: unknown): string {
  const refusal = refusalOf(error);
  return refusal ? `${refusal.status} ${refusal.message}`.trimEnd() : (error as Error).name;
}
