import { chmod, cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pinnedNode, root } from '../../bootstrap/paths.mjs';
import { run, step } from '../../bootstrap/run.mjs';
import { report } from './report.mjs';

const maxMegabytes = 350;
const port = '43210';
const build = ['bud', '--isolation=chroot', '--network=host', '--pull-never', '--format=docker'];

/** Builds the Dockerfile on stand-ins of its bases, and runs the image read-only, without rights, and again with its data. */
export async function checkImage({ directory, base }) {
  const env = { ...process.env, ...(await containerTools(directory)) };
  // What podman warns of, such as that no systemd repeats health checks, is no part of its output.
  const stdio = ['ignore', 'pipe', 'inherit'];
  const call = (program, args) => run(program, args, { env, stdio }).then((output) => output.trim());
  await call('podman', ['import', '--quiet', base.tar, 'docker.io/library/debian:bookworm-slim']);
  await makeNodeImage(directory, call);
  await step('Building the image', () =>
    call('buildah', [
      ...build,
      '--ignorefile=deploy/Dockerfile.dockerignore',
      '--file=deploy/Dockerfile',
      '--tag=cyno:test',
      root,
    ]),
  );
  const bytes = Number(await call('podman', ['image', 'inspect', 'cyno:test', '--format', '{{.Size}}']));
  const megabytes = Math.round(bytes / 1e6);
  report(`the image has ${megabytes} MB, at most ${maxMegabytes}`, megabytes < maxMegabytes);
  const programs = ['npm', 'gcc', 'cc', 'make', 'python3', 'curl'];
  const found = await call('podman', [
    ...single(),
    'sh',
    'localhost/cyno:test',
    '-c',
    `command -v ${programs.join(' ')} || true`,
  ]);
  report(`it has none of ${programs.join(', ')} ${found}`, found === '');
  await useImage(call);
}

const single = () => ['run', '--rm', '--network=host', '--entrypoint'];

async function useImage(call) {
  const settings = {
    PORT: port,
    HOST: '127.0.0.1',
    MQTT_TLS_PORT: 'auto',
    MQTT_PORT: 'auto',
    MQTT_PLAIN_HOST: '127.0.0.1',
  };
  const rights = [
    '--read-only',
    '--read-only-tmpfs=false',
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
  ];
  const given = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const start = () =>
    call('podman', [
      'run',
      '--detach',
      '--network=host',
      '--volume=data:/data',
      ...rights,
      ...given,
      'localhost/cyno:test',
    ]);
  const first = await start();
  report(`it is ready ${await untilHealthy(call, first)} s after its first start`);
  const inside = (command) => call('podman', ['exec', first, 'sh', '-c', command]);
  report(
    'nothing but /data and /tmp can be written',
    (await inside(`if touch /opt/x || touch /etc/x; then echo no; else touch /data/x /tmp/x && echo yes; fi`)) ===
      'yes',
  );
  report('it is not root', (await inside('id -u')) === '10001');
  report('the commands of administrators work', (await inside('/opt/cyno/cyno admin list')) !== '');
  await call('podman', ['exec', first, 'sh', '-c', 'kill -9 $(head -1 /data/postgres/cluster/postmaster.pid)']);
  report(`the database came back after its process was killed, ${await untilHealthy(call, first)} s`);
  const zombies = await inside('grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null | wc -l');
  report(`of that ${zombies} dead processes are left`, zombies === '0');
  await stop(call, first);
  const second = await start();
  report(`it is ready ${await untilHealthy(call, second)} s after a start with its data`);
  await stop(call, second);
}

async function stop(call, container) {
  const begin = Date.now();
  await call('podman', ['kill', '--signal=TERM', container]);
  const code = await call('podman', ['wait', container]);
  report(`SIGTERM ends it within ${((Date.now() - begin) / 1000).toFixed(1)} s with ${code}`, code === '0');
}

/** Uses the health check of the image; returns the seconds until it was well. */
async function untilHealthy(call, container) {
  const begin = Date.now();
  while (true) {
    const healthy = await call('podman', ['exec', container, '/opt/cyno/cyno', 'health']).catch(() => undefined);
    if (healthy) return Math.round((Date.now() - begin) / 1000);
    const running = await call('podman', ['inspect', container, '--format', '{{.State.Running}}']);
    if (running !== 'true') report(`it ended: ${await call('podman', ['logs', container])}`, false);
    await wait(500);
  }
}

/** `node:24-bookworm`: the base with Node, npm, and the certificates by which this machine reaches the registry. */
async function makeNodeImage(directory, call) {
  const context = join(directory, 'node');
  await mkdir(context);
  const npm = dirname(dirname(await realpath((await run('sh', ['-c', 'command -v npm'])).trim())));
  await cp(pinnedNode, join(context, 'node'));
  await cp(npm, join(context, 'npm'), { recursive: true, dereference: true });
  await cp('/etc/ssl/certs/ca-certificates.crt', join(context, 'ca-certificates.crt'));
  await writeFile(
    join(context, 'Containerfile'),
    [
      'FROM docker.io/library/debian:bookworm-slim',
      'RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*',
      'COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt',
      'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    ].join('\n'),
  );
  await call('buildah', [...build, '--tag=docker.io/library/node:24-bookworm', context]);
}

/** Podman and buildah with storage of their own, which is gone with the directory. */
async function containerTools(directory) {
  const storage = join(directory, 'storage.conf');
  const containers = join(directory, 'containers.conf');
  const runtime = join(directory, 'runc');
  await writeFile(
    storage,
    `[storage]\ndriver = "vfs"\ngraphroot = "${directory}/graph"\nrunroot = "${directory}/run"\n`,
  );
  await writeFile(runtime, runtimeWithoutLimits);
  await chmod(runtime, 0o755);
  const engine = `[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\n[engine.runtimes]\nrunc = ["${runtime}"]\n`;
  await writeFile(containers, engine);
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: containers };
}

/** Root of a sandbox may not raise limits, which podman does for every container. */
const runtimeWithoutLimits = `#!${process.execPath}
const { fstatSync, readFileSync, writeFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const args = process.argv.slice(2);
function change(file, edit) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, JSON.stringify(content));
}
const valueOf = (name) => {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(name + '='));
  return at < 0 ? undefined : args[at].includes('=') ? args[at].slice(name.length + 1) : args[at + 1];
};
const bundle = valueOf('--bundle');
if (bundle) change(bundle + '/config.json', (config) => delete config.process.rlimits);
const started = valueOf('--process');
if (started) change(started, (config) => delete config.rlimits);
const stdio = Array.from({ length: 20 }, (_, descriptor) => {
  try {
    fstatSync(descriptor);
    return descriptor;
  } catch {
    return 'ignore';
  }
});
process.exit(spawnSync('/usr/sbin/runc', args, { stdio }).status ?? 1);
`;
