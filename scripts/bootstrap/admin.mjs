import { spawn } from 'node:child_process';
import { installDependencies } from './dependencies.mjs';
import { root } from './paths.mjs';
import { compileCache } from './server-cache.mjs';

/** Runs the command of the operator that follows in the arguments, and ends as it ends. */
export async function admin() {
  const node = await installDependencies();
  const command = spawn(node, ['apps/server/src/admin.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...compileCache, ...process.env },
  });
  command.once('error', (error) => {
    console.error(`The command cannot be started: ${error.message}`);
    process.exit(1);
  });
  command.once('exit', (code) => process.exit(code ?? 1));
}
