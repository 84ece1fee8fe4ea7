import { vi } from 'vitest';

/** A call that a component made: its path has no query, which `query` holds. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Body = object | string | number | boolean | null | undefined;
type Reply = Body | ((call: ApiCall) => Body | Response | Promise<Body | Response>);

/**
 * Handles the calls of components in place of a server, by method and path: `stubApi({ 'GET /api/config': config })`. A call without a
 * response is refused and named. Returns the calls in their order.
 */
export function stubApi(replies: Record<string, Reply>): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const call: ApiCall = { method: request.method, path, query, body: text === '' ? undefined : readBody(text) };
    calls.push(call);
    const name = `${call.method} ${path}`;
    if (!(name in replies)) throw new Error(`The test has no answer to ${name}.`);
    const reply = replies[name];
    const response = typeof reply === 'function' ? await reply(call) : reply;
    if (response instanceof Response) return response;
    return response === undefined ? new Response(null, { status: 204 }) : Response.json(response);
  });
  return calls;
}

/** The calls with one method, without those that a page makes by itself. */
export const callsOf = (calls: readonly ApiCall[], method: string): ApiCall[] =>
  calls.filter((call) => call.method === method);

/** A refusal as the server sends it. */
export function refuse(status: number, code: string, error: string, more: object = {}): Response {
  return Response.json({ code, error, ...more }, { status });
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
