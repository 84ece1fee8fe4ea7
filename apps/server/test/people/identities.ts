import { Writable } from 'node:stream';
import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import { createIdentities } from '../../src/features/people/identities/index.ts';
import { createHttp } from '../../src/platform/http/index.ts';
import { createMetrics } from '../../src/platform/metrics/index.ts';
import { startTestAccounts } from '../accounts.ts';
import { testCore } from '../core.ts';
import { ProviderVisitor } from '../stand-ins/provider-visitor.ts';

type ProviderId = 'oidc' | 'line';
const address = 'https://cyno.test';

/** Where a provider sends browsers back to. */
export const callbackUrls = { oidc: `${address}/auth/callback`, line: `${address}/line-oauth-callback` };

/** The identities feature beside the accounts, behind its routes; `log` keeps every line that it writes. */
export async function startTestIdentities(env: Record<string, string>) {
  const people = await startTestAccounts(env);
  const config = loadConfig({ PUBLIC_URL: address, ...env });
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, linesInto(log));
  const { accounts, clock, database } = people;
  const core = testCore({ database, clock, config, log: logger, baseUrl: () => address });
  const newIdentities = () => createIdentities(core, accounts);
  newIdentities();
  const app = await createHttp({
    log: logger,
    metrics: createMetrics(),
    authenticate: (token, ip) => accounts.authenticate(token, ip),
    clock,
    publicUrl: address,
    requestsPerMinute: 1_000_000,
  });
  for (const addTo of core.routes) await addTo(app);
  await app.ready();

  return {
    ...people,
    log,
    /** The feature as a server that starts has it. */
    newIdentities,
    /** Somebody's browser: it keeps the cookies of the product and of the provider. */
    browser: (token?: string) => new TestBrowser(app, token),
    /** The account that a session token belongs to. */
    whoseToken: (token: string) => accounts.authenticate(token).then((caller) => caller?.email),
    /** All that the table of visits holds. */
    async visits(): Promise<number> {
      const { rows } = await database.pool.query('SELECT count(*) AS count FROM identity_visits');
      return rows[0].count;
    },
    async stop() {
      await app.close();
      await people.stop();
    },
  };
}

export type TestIdentities = Awaited<ReturnType<typeof startTestIdentities>>;

interface Injecting {
  inject(options: object): Promise<{
    statusCode: number;
    headers: Record<string, unknown>;
    body: string;
    cookies: { name: string; value: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
    json(): any;
  }>;
}

/** How a visit goes: under which name, and what is done to its address on the way. */
export interface Steps {
  readonly login: string;
  readonly cancel?: boolean;
  change?(url: URL): void;
}

export class TestBrowser {
  /** The cookie of the product. */
  cookie: string | undefined;
  readonly #app: Injecting;
  readonly #token: string | undefined;
  readonly #visitor = new ProviderVisitor();

  constructor(app: unknown, token: string | undefined) {
    this.#app = app as Injecting;
    this.#token = token;
  }

  async call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await this.#app.inject({
      method,
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(this.cookie !== undefined && { cookie: `cyno_visit=${this.cookie}` }),
        ...more,
      },
    });
    this.cookie = response.cookies.find((one) => one.name === 'cyno_visit')?.value ?? this.cookie;
    return { status: response.statusCode, headers: response.headers, text: response.body, body: response.json() };
  }

  /** Goes to the provider and comes back with its parameters. */
  async visit(provider: ProviderId, steps: Steps, startPath = `/api/auth/${provider}/start`) {
    const start = await this.call('POST', startPath);
    if (start.status !== 200) throw new Error(`The visit was answered ${start.status}: ${start.text}`);
    const url = new URL(start.body.url);
    steps.change?.(url);
    const back = await this.#visitor.visit(url.href, steps);
    if (back.origin + back.pathname !== callbackUrls[provider]) throw new Error(`Sent back to ${back}`);
    const { state, code, error, iss } = Object.fromEntries(back.searchParams);
    return { state, code, error, iss };
  }

  /** Logs in from the first press to the response of the product. */
  async login(steps: Steps, provider: ProviderId = 'oidc') {
    return this.finish(await this.visit(provider, steps), provider);
  }

  finish(response: object, provider: ProviderId = 'oidc') {
    return this.call('POST', `/api/auth/${provider}/finish`, response);
  }

  /** Links an identity to the account of this browser's token. */
  async link(steps: Steps, provider: ProviderId = 'oidc') {
    const callback = await this.visit(provider, steps, `/api/identities/${provider}/start`);
    return this.call('POST', `/api/auth/${provider}/link`, callback);
  }
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}
