import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { email as emailSchema } from '@cyno/contract';
import { pino } from 'pino';
import { describeCertificates, storedCertificates } from './composition/stored-certificates.ts';
import type { Config } from './config.ts';
import { newResetPath } from './features/people/accounts/index.ts';
import { type Admin, adminActions, commandLine, type Person } from './features/people/admin/index.ts';
import { orReason, readVersion, SupportBundle } from './features/people/server-status/index.ts';
import { TwoFactorService } from './features/people/two-factor/index.ts';
import { isHalfRestored, openForCommand } from './platform/backup/index.ts';
import { systemClock } from './platform/clock.ts';
import {
  type Database,
  findRunningPostgres,
  migrate,
  newestMigration,
  openDatabase,
  reach,
  readMigration,
  refuseHalfRestored,
  startEmbeddedPostgres,
} from './platform/database/index.ts';
import { formatHost, isEverywhere, localAddress, machineAddress, machinePort } from './platform/network-address.ts';
import { StartError } from './platform/start-error.ts';
import { usageHere } from './usage.ts';

const usage = usageHere(`npm run admin -- list                     lists the accounts
npm run admin -- grant <email>            makes an account administrator
npm run admin -- revoke <email>           makes it an ordinary account again
npm run admin -- disable <email>          ends everything of an account and lets nothing in
npm run admin -- enable <email>           lets it in again
npm run admin -- confirm <email>          confirms its address without a mail
npm run admin -- reset-password <email>   prints a link to choose a new password, valid for an hour
npm run admin -- two-step-off <email>     turns two-factor authentication off, for who lost phone and codes
npm run admin -- invite [<email>]         prints a link to sign up, valid for seven days
npm run admin -- support-bundle           writes a file for the person who helps with a problem, without secrets
npm run admin -- certificates             lists the certificates, until when they are valid, and what failed
`);

const invitationDays = 7;

interface Tools {
  readonly admin: Admin;
  readonly database: Database;
  readonly config: Config;
}

interface Command {
  readonly takes: 'nothing' | 'email' | 'perhaps an email';
  /** Returns what to print. */
  run(tools: Tools, email: string | undefined): Promise<string>;
}

type PersonAction = (tools: Tools, person: Person) => Promise<string>;

/** A command about the account of an address; throws a 404 when there is none. */
const about = (action: PersonAction): Command => ({
  takes: 'email',
  run: async (tools, email = '') => action(tools, await tools.admin.people.getByEmail(email)),
});

const commands: Record<string, Command> = {
  list: {
    takes: 'nothing',
    async run({ admin }) {
      const people = await admin.people.list();
      return people.length > 0 ? table(people) : 'There are no accounts yet.';
    },
  },
  grant: about(({ admin }, { id }) => admin.people.setMember(commandLine, id, 'admin')),
  revoke: about(({ admin }, { id }) => admin.people.setMember(commandLine, id, 'user')),
  disable: about(({ admin }, { id }) => admin.people.disable(commandLine, id)),
  enable: about(({ admin }, { id }) => admin.people.enable(commandLine, id)),
  confirm: about(({ admin }, { id }) => admin.people.confirm(commandLine, id)),
  'reset-password': about(async ({ admin, database, config }, person) => {
    await admin.people.note(commandLine, person, 'reset.shown');
    return addressOf(config, await newResetPath({ database, clock: systemClock }, person.id));
  }),
  'two-step-off': about(async ({ admin, database }, person) => {
    const log = pino({ level: 'silent' });
    // Anyone who requested it hears of it from the operator.
    const { totp } = new TwoFactorService({ database, clock: systemClock, log, notify: () => {}, providers: [] });
    await totp.turnOff(person.id);
    await admin.people.note(commandLine, person, 'two_step.off');
    return `Two-factor authentication of ${person.email} is off: the password is enough now.`;
  }),
  invite: {
    takes: 'perhaps an email',
    async run({ admin, config }, text) {
      const parsed = emailSchema.optional().safeParse(text);
      if (!parsed.success) throw new StartError(`${text} is not an e-mail address.`);
      if (config.signup === 'closed') {
        throw new StartError(
          'SIGNUP is closed, so nobody could use an invitation. Set SIGNUP=invite and restart Cyno.',
        );
      }
      const wanted = { expiresInDays: invitationDays, ...(parsed.data && { email: parsed.data }) };
      const { link } = await admin.invitations.create(commandLine, wanted);
      const hint =
        config.signup === 'invite' ? '' : '\nSIGNUP is not "invite", so this server does not ask for invitations.';
      return addressOf(config, link) + hint;
    },
  },
  'support-bundle': {
    takes: 'nothing',
    async run({ database, config }) {
      const { dataDirectory } = config;
      const current = async () => ({
        'readiness.json': await orReason(() => ofRunningServer(config, '/readyz')),
        'metrics.txt': await orReason(() => ofRunningServer(config, '/metrics')),
      });
      const bundle = new SupportBundle({ config, dataDirectory, database, version: readVersion(), current });
      const path = join(dataDirectory, `cyno-support-${new Date().toISOString().slice(0, 10)}.zip`);
      await writeFile(path, await bundle.write(), { mode: 0o600 });
      return `Written to ${path}. It holds no secrets and no addresses; look through it before you pass it on.`;
    },
  },
};

/** What the server of this machine reports, if it runs. */
async function ofRunningServer({ host, port }: Config, path: string): Promise<string> {
  const response = await fetch(localAddress(host, port) + path, { signal: AbortSignal.timeout(3_000) });
  return response.text();
}

function addressOf(config: Config, path: string): string {
  if (config.publicUrl) return config.publicUrl + path;
  if (config.inContainer && isEverywhere(config.host))
    return `A container does not know the address and port of its machine: put them in, or set PUBLIC_URL.\nhttp://${machineAddress}:${machinePort}${path}`;
  // The port is known to the running server only.
  if (config.port === 0) return `Open this path at the address that the server printed when it started:\n${path}`;
  return `http://${formatHost(config.host)}:${config.port}${path}`;
}

function table(people: readonly Person[]): string {
  const width = Math.max(...people.map((person) => person.email.length));
  return people
    .map(({ email, member, createdAt, ...person }) => {
      const line = `${email.padEnd(width)}  ${member.padEnd(5)}  ${createdAt.toISOString().slice(0, 10)}  ${stateOf(person)}`;
      return line.trimEnd();
    })
    .join('\n');
}

function stateOf({ disabledAt, deleteAfter, confirmedAt }: Omit<Person, 'email' | 'member' | 'createdAt'>): string {
  if (disabledAt) return 'disabled';
  if (deleteAfter) return `deleted by its owner, removed on ${deleteAfter.toISOString().slice(0, 10)}`;
  return confirmedAt ? '' : 'not confirmed';
}

/** Runs one command of the operator and returns what to print; throws an error whose message names the problem. */
export async function runAdminCommand(args: string[], readConfig: () => Config): Promise<string> {
  if (args.includes('--help')) return usage;
  const [name = '', email, ...rest] = args;
  // It is in files, also while the database is away.
  if (name === 'certificates' && args.length === 1) return describeCertificates(await storedCertificates(readConfig()));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const takes = email === undefined ? ['nothing', 'perhaps an email'] : ['email', 'perhaps an email'];
  if (!command || !takes.includes(command.takes) || rest.length > 0) throw new StartError(usage);
  const config = readConfig();
  return withDatabase(config, (database) => command.run({ admin: adminOf(database), database, config }, email));
}

/** Works on the database alone, which notifies a running server. */
function adminOf(database: Database): Admin {
  return adminActions({
    database,
    clock: systemClock,
    onChanged: async () => {},
    onSessionsEnded: () => {},
    onSharingEnded: () => {},
    planOf: () => ({ plan: null, planUntil: null }),
    devicesOf: () => [],
    baseUrl: () => '',
    mail: null,
    log: pino({ level: 'silent' }),
  });
}

/** Only the start of the server makes the snapshot that leads back. */
async function refuseOlder(database: Database): Promise<void> {
  const applied = await readMigration(database);
  if (applied === 0 || applied >= newestMigration()) return;
  throw new StartError(
    'The database is of an earlier version of Cyno. Start Cyno, which upgrades it and keeps a snapshot of before, then run this again. Nothing was changed.',
  );
}

/** Works on the database of the running server, or starts it when the server does not run. */
async function withDatabase(config: Config, work: (database: Database) => Promise<string>): Promise<string> {
  const log = pino({ level: 'silent' });
  const directory = join(config.dataDirectory, 'postgres');
  const closing: (() => Promise<void> | void)[] = [];
  try {
    let url = config.databaseUrl ?? (await findRunningPostgres(directory));
    if (config.databaseUrl !== null && isHalfRestored(config.dataDirectory)) {
      (await openForCommand(config, log)).release();
    }
    if (!url) {
      if (!existsSync(directory) && !isHalfRestored(config.dataDirectory)) {
        throw new StartError(`There is no Cyno in ${config.dataDirectory}. Start it first, or set DATA_DIR.`);
      }
      const lock = await openForCommand(config, log);
      closing.push(() => lock.release());
      const postgres = await startEmbeddedPostgres({ directory, log, archives: config.backup.walDays > 0 });
      closing.push(() => postgres.stop());
      url = postgres.url;
    }
    const database = openDatabase(url, { log });
    closing.push(() => database.close());
    await reach(database, url);
    await refuseHalfRestored(database.pool);
    await refuseOlder(database);
    await migrate(database);
    return await work(database);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
