import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pinnedNode, root } from '../../bootstrap/paths.mjs';
import { OneLineError, run } from '../../bootstrap/run.mjs';
import { report } from './report.mjs';

/** Newer than every release: stands for the one that is being made. */
const next = 'v9999.0.0';
const works = /Installing|Building|Compiling/;

/**
 * Upgrades from every release that is tagged, with data in it, as operators do: to the present commit. `commit` stands for a first
 * release, `v0.1.0`, where there is no tag yet. At last it starts what was built from a file system that cannot be written.
 */
export async function checkUpgrade({ directory, commit }) {
  const origin = join(directory, 'origin.git');
  await run('git', ['clone', '--quiet', '--bare', root, origin]);
  const inOrigin = (...args) => run('git', ['--git-dir', origin, ...args]).then((output) => output.trim());
  const head = (await run('git', ['rev-parse', 'HEAD'])).trim();
  if (commit) await inOrigin('tag', '--force', 'v0.1.0', (await run('git', ['rev-parse', commit])).trim());
  const releases = (await inOrigin('tag', '--list', 'v[0-9]*')).split('\n').filter(Boolean);
  await inOrigin('tag', next, head);
  if (releases.length === 0) report('there is no release yet to upgrade from; a commit can stand for one');
  for (const tag of releases) await upgradeFrom(tag, { origin, directory });
}

async function upgradeFrom(tag, { origin, directory }) {
  const app = join(directory, `app-${tag}`);
  const settings = { DATA_DIR: join(directory, `data-${tag}`) };
  await run('git', ['clone', '--quiet', '--branch', tag, origin, app]);
  const old = await start(app, settings);
  await fill(old);
  await old.stop();

  const before = await journalOf(app);
  if (existsSync(join(app, 'scripts', 'upgrade.mjs'))) {
    await run(process.execPath, [join(app, 'scripts', 'upgrade.mjs')], { cwd: app, env: environment(settings) });
  } else {
    await run('git', ['-C', app, 'fetch', '--quiet', '--tags']);
    await run('git', ['-C', app, 'checkout', '--quiet', next]);
  }
  const added = (await journalOf(app)) - before;
  const upgraded = await start(app, settings);
  await fill(upgraded);
  await upgraded.stop();
  report(
    `an upgrade from ${tag} over ${added} migrations keeps an account with a device, its history and what was made for it`,
  );
  await startReadOnly(app, settings);
}

/** What is mounted over itself cannot be written even by root. */
async function startReadOnly(app, settings) {
  await run('mount', ['--bind', app, app]);
  try {
    await run('mount', ['-o', 'remount,ro,bind', app]);
    const writable = await cp(join(app, 'package.json'), join(app, 'written')).then(
      () => true,
      () => false,
    );
    const server = await start(app, settings);
    await server.stop();
    report(
      'a built checkout that cannot be written starts, and builds nothing',
      !writable && !works.test(server.output()),
    );
  } finally {
    await run('umount', [app]);
  }
}

const journalOf = async (app) =>
  JSON.parse(await readFile(join(app, 'apps/server/src/platform/database/migrations/meta/_journal.json'), 'utf8'))
    .entries.length;

const environment = (settings) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  HOST: '127.0.0.1',
  MQTT_TLS_PORT: 'auto',
  MQTT_HOST: '127.0.0.1',
  MQTT_PORT: 'auto',
  READY_JSON: '1',
  ...settings,
});

/** Starts a checkout as `npm start` does; resolves when it is ready. */
async function start(app, settings) {
  const child = spawn(process.execPath, [join(app, 'scripts', 'start.mjs')], { cwd: app, env: environment(settings) });
  const exited = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"ready"')) return { line, stop, output: () => output };
  }
  throw new OneLineError(`The server of ${app} did not start:\n${output.slice(-2000)}`);
}

/** Fills an empty server; rejects unless all of it is there. */
async function fill({ line }) {
  await run(pinnedNode, [join(root, 'apps/server/test/earlier-versions/fill-server.ts'), line]);
}
