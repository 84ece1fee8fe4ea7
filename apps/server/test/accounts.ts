import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config.ts';
import { createAccounts, newConnectionKey } from '../src/features/people/accounts/index.ts';
import { SignupRepository } from '../src/features/people/accounts/signup/signup.repository.ts';
import { createTwoFactor } from '../src/features/people/two-factor/index.ts';
import { createHttp } from '../src/platform/http/index.ts';
import { testCore } from './core.ts';
import { createTestDatabase } from './database.ts';
import { silentLogger } from './log.ts';
import { readableMail } from './stand-ins/mime.ts';

export const goodPassword = 'green-house-7';
let goodPasswordHash: Promise<string> | undefined;

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
  const { database } = testDatabase;
  const ports = { httpPort: 0, tls: 7458, plain: 1883, ota: null };
  const core = testCore({
    config,
    database,
    clock,
    ports,
    dataDirectory: directory,
    baseUrl: () => config.publicUrl ?? '',
  });
  const { bus, metrics } = core;
  const accounts = createAccounts(core);
  const twoFactor = createTwoFactor(core, accounts);
  /** What owners of accounts were notified of about their security, oldest first. */
  const notices: { accountId: number; event: string }[] = [];
  const mail = accounts.notices.security.bind(accounts.notices);
  accounts.notices.security = (accountId, event) => {
    notices.push({ accountId, event });
    mail(accountId, event);
  };
  const app = await createHttp({
    log: silentLogger,
    metrics,
    authenticate: (token, ip) => accounts.authenticate(token, ip),
    clock,
    requestsPerMinute: 1_000_000,
  });
  for (const addTo of core.routes) await addTo(app);
  await app.ready();
  await accounts.start();
  // People sign up and log in all the time here: their hashes take a hundredth of the memory, and of the time.
  await accounts.hasher.setCost({ memoryCost: 64, timeCost: 2, parallelism: 1 });

  async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, { body, token, ip }: TestCall = {}) {
    const response = await app.inject({
      method,
      url,
      ...(ip !== undefined && { remoteAddress: ip }),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    return { status: response.statusCode, headers: response.headers, text: response.body, body: response.json() };
  }

  return {
    app,
    accounts,
    bus,
    twoFactor,
    clock,
    metrics,
    database,
    notices,
    databaseUrl: testDatabase.url,
    call,
    /** Adds an account whose address is confirmed, the first one as admin, and returns the token of a session. */
    async member(email: string): Promise<string> {
      // A hash takes as long as all else that a test does for one.
      goodPasswordHash ??= accounts.hasher.hash(goodPassword);
      const now = new Date(clock.at);
      const account = {
        email,
        passwordHash: await goodPasswordHash,
        connectionKey: newConnectionKey(),
        confirmedAt: now,
        language: null,
      };
      const signedUp = await new SignupRepository(database).signup({ account, link: null, now });
      if (signedUp.isTaken) throw new Error(`${email} has an account`);
      const id = signedUp.accountId;
      const isFirst = '(SELECT count(*) FROM accounts) = 1';
      await database.pool.query(`UPDATE accounts SET member = 'admin' WHERE id = $1 AND ${isFirst}`, [id]);
      return (await accounts.startSession(id, { ip: '127.0.0.1', userAgent: 'lightMyRequest' })).access_token;
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
