import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { AccountAdmin, type ListedAccount } from './features/accounts/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDataDirectory } from './platform/data-directory.ts';
import { findRunningPostgres, migrate, openDatabase, reach, startEmbeddedPostgres } from './platform/database/index.ts';
import { StartError } from './platform/start-error.ts';

const usage = `npm run admin -- list                     lists the accounts
npm run admin -- grant <email>            makes an account administrator
npm run admin -- revoke <email>           makes it an ordinary account again
npm run admin -- reset-password <email>   prints a link to choose a new password, good for an hour
`;

/** Each answers what to print; all but `list` take an address. */
const commands: Record<string, (admin: AccountAdmin, email: string, config: Config) => Promise<string>> = {
  async list(admin) {
    const accounts = await admin.list();
    return accounts.length > 0 ? table(accounts) : 'There are no accounts yet.';
  },
  async grant(admin, email) {
    return `${await admin.setMember(email, 'admin')} is an administrator now.`;
  },
  async revoke(admin, email) {
    return `${await admin.setMember(email, 'user')} is no administrator any more.`;
  },
  async 'reset-password'(admin, email, config) {
    const path = `/auth/reset-password?token=${await admin.newResetToken(email)}`;
    if (config.publicUrl) return config.publicUrl + path;
    // The port is known to the running server only.
    if (config.port === 0) return `Open this path at the address that the server printed when it started:\n${path}`;
    return `http://localhost:${config.port}${path}`;
  },
};

function table(accounts: ListedAccount[]): string {
  const width = Math.max(...accounts.map((account) => account.email.length));
  return accounts
    .map(({ email, member, createdAt, confirmedAt, disabledAt }) => {
      const state = disabledAt ? 'disabled' : confirmedAt ? '' : 'not confirmed';
      return `${email.padEnd(width)}  ${member.padEnd(5)}  ${createdAt.toISOString().slice(0, 10)}  ${state}`.trimEnd();
    })
    .join('\n');
}

/** Runs one command of the operator and answers what to print; throws an error whose message says what is wrong. */
export async function runAdminCommand(args: string[], readConfig: () => Config): Promise<string> {
  const [name = '', email, ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const takesEmail = name !== 'list';
  if (!command || takesEmail !== (email !== undefined) || rest.length > 0) throw new StartError(usage);
  const config = readConfig();
  return withAdmin(config, (admin) => command(admin, email ?? '', config));
}

/** Works on the database of the running server, or starts it when the server does not run. */
async function withAdmin(config: Config, work: (admin: AccountAdmin) => Promise<string>): Promise<string> {
  const log = pino({ level: 'silent' });
  const directory = join(config.dataDirectory, 'postgres');
  const closing: (() => Promise<void> | void)[] = [];
  try {
    let url = config.databaseUrl ?? (await findRunningPostgres(directory));
    if (!url) {
      if (!existsSync(directory)) {
        throw new StartError(`There is no Cyno in ${config.dataDirectory}. Start it first, or set DATA_DIR.`);
      }
      const lock = await openDataDirectory(config.dataDirectory);
      closing.push(() => lock.release());
      const postgres = await startEmbeddedPostgres({ directory, log });
      closing.push(() => postgres.stop());
      url = postgres.url;
    }
    const database = openDatabase(url, { log });
    closing.push(() => database.close());
    await reach(database, url);
    await migrate(database);
    return await work(new AccountAdmin({ database, clock: systemClock }));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
