import { spawn } from 'node:child_process';
import { installDependencies } from './dependencies.mjs';
import { root } from './paths.mjs';
import { compileCache } from './server-build.mjs';

/** Runs a program of the server with arguments, and ends as it ends. */
export async function serverCommand(program, args) {
  const node = await installDependencies();
  const command = spawn(node, [`apps/server/src/${program}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...compileCache, ...process.env },
  });
  // Ctrl+C reaches the command by itself as well; it ends when it has cleaned up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal));
  command.once('error', (error) => {
    console.error(`The command cannot be started: ${error.message}`);
    process.exit(1);
  });
  command.once('exit', (code) => process.exit(code ?? 1));
}
