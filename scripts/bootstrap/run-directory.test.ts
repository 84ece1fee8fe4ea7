import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('run-directory.mjs', import.meta.url));
/** A program that writes into the directory until it is stopped, and a suite that would follow it. */
const run = `
  const { makeRunDirectory, show } = await import(${JSON.stringify(module)});
  const directory = await makeRunDirectory();
  const writes = \`
    const { writeFileSync } = require('node:fs');
    setInterval(() => writeFileSync(process.argv[1] + '/' + Math.random(), ''), 1);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => setTimeout(() => process.exit(0), 50));
    console.log(process.argv[1]);
  \`;
  await show(process.execPath, ['--eval', writes, directory], {});
  console.log('the next suite');
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a run that %s ends leaves no directory and no program behind', async (signal, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', run], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As a terminal has it, whose Ctrl+C reaches all of them.
    detached: true,
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reader, 'line');
  const [directory = ''] = lines;
  expect(existsSync(directory)).toBe(true);
  if (signal === 'SIGINT') process.kill(-(child.pid ?? 0), signal);
  else child.kill(signal);
  // Both have closed their output: nobody is left who could write.
  expect(await once(child, 'close')).toEqual([code, null]);
  expect(existsSync(directory)).toBe(false);
  expect(lines).toEqual([directory]);
});
