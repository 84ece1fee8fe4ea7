import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config.ts';
import { accountRoutes, createAccounts } from '../src/features/accounts/index.ts';
import { createSecondStep, secondStepRoutes } from '../src/features/second-step/index.ts';
import { createHttp } from '../src/platform/http/index.ts';
import { createMailer } from '../src/platform/mail/index.ts';
import { createMetrics } from '../src/platform/metrics/index.ts';
import { createTestDatabase } from './database.ts';
import { silentLogger } from './log.ts';
import { readableMail } from './mime.ts';

export const goodPassword = 'green-house-7';

export interface TestCall {
  readonly body?: unknown;
  readonly token?: string;
  /** Where the request comes from. */
  readonly ip?: string;
}

/** The accounts feature behind its routes, on a fresh database, with a clock that stands still until it is set. */
export async function startTestAccounts(environment: Record<string, string> = {}) {
  const testDatabase = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'cyno-accounts-'));
  const outbox = join(directory, 'outbox');
  const config = loadConfig({ DATA_DIR: directory, PUBLIC_URL: 'https://cyno.test', ...environment }, directory);
  const clock = { at: Date.now(), now: () => clock.at };
  const metrics = createMetrics();
  const mailer = createMailer({ smtp: config.mail, outbox, log: silentLogger });
  const { database } = testDatabase;
  /** What owners of accounts were told about their second step, oldest first. */
  const notices: { accountId: number; event: string }[] = [];
  const secondSteps = createSecondStep({
    database,
    clock,
    log: silentLogger,
    notify: (accountId, event) => notices.push({ accountId, event }),
    providers: (['oidc', 'line'] as const).filter((name) => config[name] !== null),
  });
  const accounts = createAccounts({
    database,
    clock,
    log: silentLogger,
    metrics,
    mailer,
    signup: config.signup,
    secondStep: secondSteps,
    baseUrl: () => config.publicUrl ?? '',
  });
  const app = await createHttp({
    log: silentLogger,
    metrics,
    authenticate: (token) => accounts.authenticate(token),
    clock,
    requestsPerMinute: 1_000_000,
  });
  accountRoutes(app, { accounts, config, mqttPorts: () => ({ tls: 7458, plain: 1883 }) });
  secondStepRoutes(app, { secondSteps, accounts, config });
  await app.ready();
  await accounts.start();

  async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, { body, token, ip }: TestCall = {}) {
    const answer = await app.inject({
      method,
      url,
      ...(ip !== undefined && { remoteAddress: ip }),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() };
  }

  return {
    app,
    accounts,
    secondSteps,
    clock,
    metrics,
    database,
    notices,
    databaseUrl: testDatabase.url,
    call,
    /** Signs an account up, the first one with the set-up code, and answers its token. */
    async member(email: string): Promise<string> {
      const setupCode = (await accounts.setupCode()) ?? undefined;
      const signup = await call('POST', '/api/auth/signup', { body: { email, password: goodPassword, setupCode } });
      if (signup.status !== 201) throw new Error(`Sign-up was answered ${signup.status}: ${signup.text}`);
      const login = await call('POST', '/api/auth/login', { body: { email, password: goodPassword } });
      return login.body.access_token;
    },
    /** The mails that were written because SMTP is not configured, oldest first, decoded. */
    async outboxMails(): Promise<string[]> {
      const files = (await readdir(outbox).catch(() => [])).sort();
      return Promise.all(files.map(async (file) => readableMail(await readFile(join(outbox, file), 'latin1'))));
    },
    async stop() {
      await app.close();
      await accounts.stop();
      await testDatabase.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestAccounts = Awaited<ReturnType<typeof startTestAccounts>>;
