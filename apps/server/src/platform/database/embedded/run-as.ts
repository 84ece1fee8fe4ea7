import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';

const run = promisify(execFile);

/** How to start PostgreSQL's programs: they refuse to run as root. */
export interface RunAs {
  /** Put before the program and its arguments. */
  readonly prefix: readonly string[];
  /** The user to become; owner of the data directory. */
  readonly user: { uid: number; gid: number } | undefined;
}

/** In a user namespace root looks like an ordinary user to PostgreSQL, and its files keep their owner. */
const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
const unprivilegedUsers = ['postgres', 'nobody'];

/** Chooses a way to run `program` below `directory` that is not root; throws a StartError when there is none. */
export async function chooseRunAs(program: string, directory: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [], user: undefined };
  if (await works([...namespace, program, '--version'])) return { prefix: namespace, user: undefined };
  for (const user of await existingUsers()) {
    const reachable = (await works([program, '--version'], user)) && (await works(['test', '-x', directory], user));
    if (reachable) return { prefix: [], user };
  }
  throw new StartError(
    'PostgreSQL does not run as root. Start Cyno as an ordinary user, or put it and DATA_DIR in a directory that the user "postgres" or "nobody" may enter.',
  );
}

async function works(command: string[], options: { uid?: number; gid?: number } = {}): Promise<boolean> {
  const [program = '', ...args] = command;
  return run(program, args, options).then(
    () => true,
    () => false,
  );
}

async function existingUsers(): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  return unprivilegedUsers.flatMap((name) => {
    const entry = lines.find((fields) => fields[0] === name);
    return entry ? [{ uid: Number(entry[2]), gid: Number(entry[3]) }] : [];
  });
}
