import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** An error that is shown as its sentence only. */
export class OneLineError extends Error {
  oneLine = true;
}

/** Shows what takes long; on standard error, because the standard output of `npm start` belongs to the server. */
export async function step(sentence, work) {
  const begin = Date.now();
  process.stderr.write(`${sentence} … `);
  const result = await work();
  process.stderr.write(`${((Date.now() - begin) / 1000).toFixed(0)} s\n`);
  return result;
}

/** Runs a program in the root of the repository; rejects with what it wrote last when it fails. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-100_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(Object.assign(new Error(`${program} ended with ${code}`), { output }));
    });
  });
}

/** Runs npm: the one that started us, else the one in the path. */
export function runNpm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
}
