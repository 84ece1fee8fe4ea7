import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { installDependencies } from './dependencies.mjs';
import { endWithShell } from './end-with-shell.mjs';
import { root, serverProgram } from './paths.mjs';
import { buildServer, compileCache } from './server-build.mjs';
import { buildWeb } from './web-build.mjs';

/** How Node runs the server. Half of V8's default: 20 MB less memory while it idles. */
export const nodeFlags = ['--max-semi-space-size=8'];

/** Prepares what is missing and runs the server until it ends. */
export async function start() {
  let server;
  endWithShell(() => (server ? server.kill('SIGTERM') : process.exit(143)));
  const node = await installDependencies();
  await buildWeb(node);
  await buildServer(node);
  server = spawn(node, [...nodeFlags, serverProgram], {
    cwd: root,
    // By the channel the server notices when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...compileCache, ...process.env },
  });
  // Ctrl+C reaches the server by itself as well; it stops once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.once('error', (error) => {
    console.error(`The server cannot be started: ${error.message}`);
    process.exit(1);
  });
  server.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
