import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackage } from '../../bootstrap/apt.mjs';
import { OneLineError, run } from '../../bootstrap/run.mjs';

/** The architectures that packages are made for, as Debian names them, with the names of Node and of qemu. */
export const architectures = { amd64: { node: 'x64', qemu: 'x86_64' }, arm64: { node: 'arm64', qemu: 'aarch64' } };

/** That of this machine. */
export const ownArchitecture = Object.keys(architectures).find((name) => architectures[name].node === process.arch);

const kernel = '/proc/sys/fs/binfmt_misc';

/** Does `work` while this machine runs programs of another architecture by qemu, as https://docs.kernel.org/admin-guide/binfmt-misc.html describes. */
export async function emulate(architecture, work) {
  if (architecture === ownArchitecture) return await work();
  const handler = `qemu-${architectures[architecture].qemu}`;
  const isMounted = existsSync(join(kernel, 'status'));
  if (!isMounted) await run('mount', ['-t', 'binfmt_misc', 'binfmt_misc', kernel]);
  const isRegistered = () => existsSync(join(kernel, handler));
  const wasRegistered = isRegistered();
  try {
    // A package of it that is installed now may register it by itself.
    if (!wasRegistered) {
      const rule = await ruleOf(handler);
      if (!isRegistered()) await writeFile(join(kernel, 'register'), rule);
    }
    return await work();
  } finally {
    if (!wasRegistered && isRegistered()) await writeFile(join(kernel, handler), '-1');
    if (!isMounted) await run('umount', [kernel]);
  }
}

/** The line by which Debian's package registers an emulator. */
async function ruleOf(handler) {
  const read = () => readFile(`/usr/lib/binfmt.d/${handler}.conf`, 'utf8').catch(() => undefined);
  const rule = (await read()) ?? ((await installPackage('qemu-user-static')) && (await read()));
  if (!rule) throw new OneLineError('Install the Debian package qemu-user-static.');
  return rule.trim();
}
