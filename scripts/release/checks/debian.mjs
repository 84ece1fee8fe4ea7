import { spawn } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../../bootstrap/paths.mjs';
import { OneLineError, run } from '../../bootstrap/run.mjs';
import { report } from './report.mjs';

const environment = {
  PORT: '0',
  HOST: '127.0.0.1',
  MQTT_TLS_PORT: 'auto',
  MQTT_HOST: '127.0.0.1',
  MQTT_PORT: 'auto',
  READY_JSON: '1',
};

/** Installs the package of `dist/` in a Debian, runs what its unit runs, upgrades, removes and purges it. */
export async function checkDebianPackage({ directory, base, architecture }) {
  const dist = join(root, 'dist');
  const file = (await readdir(dist).catch(() => [])).find((name) => name.endsWith(`_${architecture}.deb`));
  if (!file)
    throw new OneLineError(
      `There is no Debian package for ${architecture} in dist/. Make it with npm run release on such a machine.`,
    );
  const machine = join(directory, 'machine');
  await run('cp', ['--archive', base.root, machine]);
  await cp(join(dist, file), join(machine, 'root', basename(file)));
  const inside = (...command) =>
    run('chroot', [machine, ...command], { env: { PATH: process.env.PATH, DEBIAN_FRONTEND: 'noninteractive' } });
  await run('mount', ['--bind', '/dev', join(machine, 'dev')]);
  await run('mount', ['-t', 'proc', 'proc', join(machine, 'proc')]);
  try {
    await inside('apt-get', 'install', '-y', '--no-install-recommends', `/root/${file}`);
    report('apt installs it with what Debian has', (await inside('cyno', 'version')).includes('version'));
    await startAndStop(machine, 'it starts as its user and stops');
    await inside('sh', '-c', 'echo "TEAM_NAME=Kept" >> /etc/cyno/cyno.env');
    await inside('apt-get', 'install', '-y', '--reinstall', '--no-install-recommends', `/root/${file}`);
    const settings = await readFile(join(machine, 'etc/cyno/cyno.env'), 'utf8');
    report('settings are as they were after an upgrade in place', settings.includes('TEAM_NAME=Kept'));
    await startAndStop(machine, 'it starts with its data after the upgrade');
    await inside('apt-get', 'remove', '-y', 'cyno');
    report('data stay when it is removed', (await readdir(join(machine, 'var/lib/cyno'))).includes('postgres'));
    report('programs do not', !(await readdir(join(machine, 'usr/lib'))).includes('cyno'));
    await inside('apt-get', 'install', '-y', '--no-install-recommends', `/root/${file}`);
    await startAndStop(machine, 'installed again, it starts with the data of before');
    await inside('apt-get', 'purge', '-y', 'cyno');
    const rest = await inside(
      'sh',
      '-c',
      'ls -d /var/lib/cyno /etc/cyno /var/cache/cyno /usr/lib/cyno 2>/dev/null || true; getent passwd cyno || true',
    );
    report(`nothing is left when it is purged ${rest}`, rest.trim() === '');
  } finally {
    await run('umount', [join(machine, 'proc')]);
    await run('umount', [join(machine, 'dev')]);
  }
}

/** Without systemd: what the unit starts, as the user and with the folders that the unit gives. */
function startAndStop(machine, sentence) {
  const begin = Date.now();
  const settings = {
    ...environment,
    DATA_DIR: '/var/lib/cyno',
    CACHE_DIRECTORY: '/var/cache/cyno',
    PATH: process.env.PATH,
  };
  const child = spawn('chroot', ['--userspec=cyno:cyno', machine, '/usr/lib/cyno/cyno', 'start'], { env: settings });
  let output = '';
  let readyAt = 0;
  const keep = (chunk) => {
    output += chunk;
    if (readyAt > 0 || !output.includes('"ready":true')) return;
    readyAt = Date.now();
    child.kill('SIGTERM');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (readyAt === 0 || code !== 0)
        return reject(new OneLineError(`The server ended with ${code}:\n${output.slice(-2000)}`));
      const [ready, stopped] = [readyAt - begin, Date.now() - readyAt].map((ms) => (ms / 1000).toFixed(1));
      report(`${sentence} (ready after ${ready} s, stopped within ${stopped} s)`);
      resolve();
    });
  });
}
