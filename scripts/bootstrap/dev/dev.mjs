import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies } from '../dependencies.mjs';
import { endWithShell } from '../end-with-shell.mjs';
import { cacheDirectory, docsDirectory, modules, root, webDirectory } from '../paths.mjs';
import { compileCache } from '../server-build.mjs';
import { buildDocs } from '../web-build.mjs';
import { findPort } from './find-port.mjs';
import { readableLine } from './log-line.mjs';
import { Part } from './part.mjs';
import { watchFiles } from './watch.mjs';

const directory = join(cacheDirectory, 'dev');
/** Written when the showcase account is complete. */
const farmFile = join(directory, 'farm-key');
const serverSources = ['apps/server/src', 'packages'].map((path) => join(root, path));
const docsSources = ['content', 'src', 'browser', 'assets'].map((path) => join(docsDirectory, path));
const isServerSource = (name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts');

/**
 * Runs everything for development behind one address, with data of its own in `.cache/dev`: the database, the server, which starts again
 * when its code changes, the web app with hot reload, the documentation, and the boards of a showcase account.
 */
export async function dev() {
  const parts = [];
  let ending;
  const end = (code) => {
    ending ??= stopAll(parts).then(() => process.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
  endWithShell(() => end(0));
  const node = await installDependencies();
  await buildDocs(node);
  await mkdir(directory, { recursive: true });
  const ports = await findPorts();
  const add = (name, command, whenEnded) => {
    const ended = (sentence) => {
      if (ending) return;
      show(name, sentence);
      whenEnded();
    };
    const part = new Part(name, { program: node, ...command }, { show: (line) => show(name, line), ended });
    parts.push(part);
    return part;
  };
  const endAll = () => end(1);

  const database = await add('database', databaseCommand(), endAll).start();
  if (!database) return;
  const waitForChange = () => show('server', 'It starts again as soon as its code changes.');
  const server = add('server', serverCommand(database.url, ports), waitForChange);
  const web = add('web', webCommand(ports), endAll);
  const boards = add('boards', { args: ['apps/web/e2e/showcase/dev-farm.ts', farmFile], cwd: root }, () => {});
  void web.start();

  const startBoards = (ready) => {
    const isComplete = existsSync(farmFile);
    if (!isComplete) show('boards', 'Filling the showcase account, which is done once …');
    const connected = boards.start(JSON.stringify({ ...ready, http: `http://127.0.0.1:${ports.http}` }));
    return { connected, isComplete };
  };
  const restartServer = async () => {
    const begin = Date.now();
    await Promise.all([server.stop(), boards.stop()]);
    const ready = await server.start();
    if (!ready) return;
    show('server', `Restarted in ${((Date.now() - begin) / 1000).toFixed(1)} s.`);
    const { connected, isComplete } = startBoards(ready);
    // Another restart in the middle would leave the account incomplete.
    if (!isComplete) await connected;
  };
  const ready = await server.start();
  const owner = ready && (await startBoards(ready).connected);
  if (ready && !ending) console.log(summary({ ready, owner, ports, databaseUrl: database.url }));
  await watchFiles(serverSources, isServerSource, restartServer);
  await watchFiles(
    docsSources,
    () => true,
    () => buildDocs(node).catch((error) => show('docs', error.message)),
  );
}

/** The usual ports where they are free; the server's own one is seen by nobody. */
async function findPorts() {
  const [web, http, mqtts, mqtt] = await Promise.all([5173, 0, 7458, 1883].map(findPort));
  return { web, http, mqtts, mqtt };
}

const databaseCommand = () => ({
  args: ['apps/server/dev/database.ts', join(directory, 'postgres'), farmFile],
  cwd: root,
  env: { ...process.env, ...compileCache },
});

const serverCommand = (databaseUrl, ports) => ({
  args: [
    '--import',
    pathToFileURL(join(root, 'apps/server/dev/prepare.ts')).href,
    join(root, 'apps/server/src/main.ts'),
  ],
  waitsForStart: true,
  // Not the repository's: a developer's `.env` there is for the developer's own server.
  cwd: directory,
  env: {
    MQTT_HOST: '127.0.0.1',
    ...compileCache,
    ...process.env,
    READY_JSON: '1',
    HOST: '127.0.0.1',
    PORT: String(ports.http),
    PUBLIC_URL: addressOf(ports),
    MQTT_TLS_PORT: String(ports.mqtts),
    MQTT_PORT: String(ports.mqtt),
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
  },
});

const webCommand = (ports) => ({
  args: [join(modules, 'vite', 'bin', 'vite.js'), '--host', '127.0.0.1', '--port', String(ports.web), '--strictPort'],
  cwd: webDirectory,
  env: { ...process.env, CYNO_SERVER: `http://127.0.0.1:${ports.http}` },
});

const addressOf = (ports) => `http://localhost:${ports.web}`;

function summary({ ready, owner, ports, databaseUrl }) {
  return `
Cyno runs for development. Ctrl+C stops it.

  Open      ${addressOf(ports)}
            ${addressOf(ports)}/docs/ and ${addressOf(ports)}/api/docs are there too.
  Log in    ${owner ? `${owner.email}, password ${owner.password}` : 'The showcase account is not there, see above.'}
  Boards    ${ready.mqtts}, ${ready.mqtt}
  Database  ${databaseUrl}
  Data      ${directory}; delete it to start over.
`;
}

function show(name, line) {
  const text = readableLine(line);
  if (text === undefined) return;
  for (const one of text.split('\n')) console.log(`${name.padEnd(8)} | ${one}`);
}

/** The last that was started goes first: the server still writes into the database. */
async function stopAll(parts) {
  for (const part of parts.toReversed()) await part.end();
}
