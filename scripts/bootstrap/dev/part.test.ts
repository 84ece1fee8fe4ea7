import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Part } from './part.mjs';

const lines: string[] = [];
const ends: string[] = [];
const hooks = { show: (line: string) => lines.push(line), ended: (sentence: string) => ends.push(sentence) };
const partOf = (code: string) => new Part('web', { program: process.execPath, args: ['--eval', code, '--'] }, hooks);

let directory = '';
beforeEach(async () => {
  lines.length = 0;
  ends.length = 0;
  directory = await mkdtemp(join(tmpdir(), 'cyno-part-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('it is ready with its line of JSON, and the others are shown', async () => {
  const part = partOf(`
    console.log('a line');
    console.error('an error');
    console.log(JSON.stringify({ ready: true, port: process.argv[1] }));
    setInterval(() => {}, 1000);
  `);
  expect(await part.start('5')).toEqual({ ready: true, port: '5' });
  await part.stop();
  expect(lines.toSorted()).toEqual(['a line', 'an error']);
  expect(ends).toEqual([]);
});

test('one that ends by itself is named, and can be started again', async () => {
  const part = partOf(
    `process.argv[1] ? (console.log('{"ready":true}'), setInterval(() => {}, 1000)) : process.exit(3)`,
  );
  expect(await part.start()).toBeUndefined();
  expect(ends).toEqual(['web ended: 3.']);
  expect(await part.start('again')).toEqual({ ready: true });
  await part.stop();
  expect(ends).toHaveLength(1);
});

test('a program that is not there is an end too', async () => {
  const part = new Part('web', { program: join(directory, 'nothing'), args: [] }, hooks);
  expect(await part.start()).toBeUndefined();
  expect(ends).toEqual([expect.stringMatching(/^web ended: .*ENOENT/)]);
  await part.stop();
});

test('it has ended when stop resolves', async () => {
  const mark = join(directory, 'mark');
  const part = partOf(`
    process.once('SIGTERM', () => { require('node:fs').writeFileSync(process.argv[1], ''); process.exit(0); });
    console.log('{"ready":true}');
    setInterval(() => {}, 1000);
  `);
  await part.start(mark);
  await part.stop();
  expect(existsSync(mark)).toBe(true);
  await part.stop();
});

test('the one for the next start waits, and is gone at the end', async () => {
  const code = `
    const pid = process.pid;
    console.log('loaded ' + pid);
    process.once('message', () => { console.log(JSON.stringify({ ready: true, pid })); setInterval(() => {}, 1000); });
  `;
  const command = { program: process.execPath, args: ['--eval', code], waitsForStart: true };
  const part = new Part('server', command, hooks);
  const first = await part.start();
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[0]).toBe(`loaded ${first.pid}`);
  await part.stop();
  const second = await part.start();
  expect(lines[1]).toBe(`loaded ${second.pid}`);
  await expect.poll(() => lines.length).toBe(3);
  const third = Number(lines[2]?.replace('loaded ', ''));
  await part.end();
  for (const pid of [first.pid, second.pid, third]) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(ends).toEqual([]);
});
