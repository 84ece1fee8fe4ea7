import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pinnedNode, root } from '../../bootstrap/paths.mjs';
import { run, step } from '../../bootstrap/run.mjs';
import { nativeFilesBelow } from '../native-files.mjs';
import { makeNodeContext } from './base.mjs';
import { containerTools } from './container-tools.mjs';
import { report } from './report.mjs';

const maxMegabytes = 350;
const port = '43210';
const build = ['bud', '--isolation=chroot', '--network=host', '--pull-never', '--format=docker'];

/** Builds the Dockerfile on stand-ins of its bases, and runs the image read-only, without rights, and again with its data. */
export async function checkImage({ directory, base, architecture }) {
  const env = { ...process.env, ...(await containerTools(directory)) };
  // What podman warns of, such as that no systemd repeats health checks, is no part of its output.
  const stdio = ['ignore', 'pipe', 'inherit'];
  const call = (program, args) => run(program, args, { env, stdio }).then((output) => output.trim());
  await call('podman', [
    'import',
    '--quiet',
    `--arch=${architecture}`,
    base.tar,
    'docker.io/library/debian:bookworm-slim',
  ]);
  const bud = (...args) => call('buildah', [...build, `--arch=${architecture}`, ...args]);
  await bud('--tag=docker.io/library/node:24-bookworm', await makeNodeContext({ directory, architecture }));
  await step('Building the image', () =>
    bud('--ignorefile=deploy/Dockerfile.dockerignore', '--file=deploy/Dockerfile', '--tag=cyno:test', root),
  );
  const bytes = Number(await call('podman', ['image', 'inspect', 'cyno:test', '--format', '{{.Size}}']));
  const megabytes = Math.round(bytes / 1e6);
  report(`the image has ${megabytes} MB, at most ${maxMegabytes}`, megabytes < maxMegabytes);
  await checkPrograms({ architecture, call });
  const programs = ['npm', 'gcc', 'cc', 'make', 'python3', 'curl'];
  const found = await call('podman', [
    ...single(),
    'sh',
    'localhost/cyno:test',
    '-c',
    `command -v ${programs.join(' ')} || true`,
  ]);
  report(`it has none of ${programs.join(', ')} ${found}`, found === '');
  try {
    await useImage(call);
  } finally {
    // Else it would take the place of what failed above.
    await call('podman', ['rm', '--force', '--all']).catch((error) => console.error(error.output ?? error.message));
  }
}

/** The whole image, also what its base and Debian's packages bring. */
async function checkPrograms({ architecture, call }) {
  const mounted = await call('podman', ['image', 'mount', 'cyno:test']);
  const programs = await nativeFilesBelow(mounted);
  const others = programs.filter((program) => program.architecture !== architecture).map(({ file }) => file);
  report(
    `its ${programs.length} programs and libraries are for ${architecture} ${others.join(' ')}`,
    programs.length > 0 && others.length === 0,
  );
}

const single = () => ['run', '--rm', '--network=host', '--entrypoint'];

async function useImage(call) {
  const settings = {
    PORT: port,
    HOST: '127.0.0.1',
    MQTT_TLS_PORT: 'auto',
    MQTT_PORT: 'auto',
    MQTT_PLAIN_HOST: '127.0.0.1',
    READY_JSON: '1',
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
  await fill(call, first);
  report('sign-up and login work, and what a board sends by MQTT is stored');
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
  await fill(call, second);
  report('what the board sent is still there');
  await stop(call, second);
}

/** Rejects unless what a board sent is there, by a program that also fills servers for other tests. */
async function fill(call, container) {
  const logs = await call('podman', ['logs', container]);
  const ready = logs.split('\n').find((line) => line.startsWith('{"ready"'));
  await run(pinnedNode, [join(root, 'apps/server/test/earlier-versions/fill-server.ts'), ready]);
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
