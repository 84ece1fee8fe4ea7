import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** An error that is shown as its sentence only. */
export class OneLineError extends Error {
  oneLine = true;
}

/** Shows what takes long; on standard error, because the standard output of `npm start` belongs to the server. */
export async function step(sentence, work) {
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  const show = () => process.stderr.write(`\r${sentence} … ${seconds()} s`);
  if (!process.stderr.isTTY) process.stderr.write(`${sentence} …\n`);
  const timer = process.stderr.isTTY ? setInterval(show, 1000) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stderr.write(process.stderr.isTTY ? `\r${sentence} … ${seconds()} s\n` : `  ${seconds()} s\n`);
  }
}

/** Runs a program in the root of the repository, and resolves to what it wrote last; rejects with that when it fails. */
export function run(program, args, { maxOutputCharacters = 100_000, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-maxOutputCharacters);
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
export function runNpm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options);
  return run('npm', args, { shell: process.platform === 'win32', ...options });
}
