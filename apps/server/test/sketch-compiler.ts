import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const headers = fileURLToPath(new URL('./arduino/', import.meta.url));
/** Not the directory for temporary files, where programs may be forbidden to run. */
const cache = fileURLToPath(new URL('../../../.cache/sketches/', import.meta.url));
const maxOutputBytes = 256 * 1024 ** 2;

/** The chips as the Arduino cores name them to the compiler. */
const chipDefines = {
  esp8266: ['-DESP8266'],
  esp32: ['-DESP32', '-DCONFIG_IDF_TARGET_ESP32'],
  'esp32-s2': ['-DESP32', '-DCONFIG_IDF_TARGET_ESP32S2'],
  'esp32-s3': ['-DESP32', '-DCONFIG_IDF_TARGET_ESP32S3'],
  'esp32-c3': ['-DESP32', '-DCONFIG_IDF_TARGET_ESP32C3'],
};
export type Chip = keyof typeof chipDefines;

export interface SketchToRun {
  readonly name: string;
  readonly text: string;
  /** Names and values that come to its event callback, one after the other. */
  readonly events?: readonly (readonly [name: string, value: string])[];
  /** For how long it runs; the time is made up. */
  readonly seconds: number;
  /** For how long what hangs on its bus responds; all the time by default. */
  readonly busSeconds?: number;
}

/** What a sketch did: each line is a word and what it was about, such as `update 5001 {"temp":21.5}`. */
export type Record = readonly (readonly [what: string, about: string])[];

/**
 * Compiles sketches of one chip with every warning as an error, against stand-ins for the Arduino headers, and runs them. What the same
 * compiler made of the same sketches before is not made again. Throws the compiler's message, or that there is none.
 */
export async function runSketches(chip: Chip, sketches: readonly SketchToRun[]): Promise<Map<string, Record>> {
  const source = programOf(sketches);
  const options = ['-std=gnu++17', '-fno-exceptions', '-Wall', '-Werror', '-isystem', headers, ...chipDefines[chip]];
  const key = await keyOf(source, options);
  const known = join(cache, `${chip}.txt`);
  const [knownKey, ...lines] = (await readFile(known, 'utf8').catch(() => '')).split('\n');
  if (knownKey === key) return recordsOf(lines.join('\n'));

  const directory = join(cache, randomUUID());
  await mkdir(directory, { recursive: true });
  try {
    const [file, program, made] = [join(directory, 'a.cpp'), join(directory, 'program'), join(directory, 'made')];
    await writeFile(file, source);
    await execute('g++', [...options, file, '-o', program], { maxBuffer: maxOutputBytes }).catch(explain);
    const { stdout } = await execute(program, { maxBuffer: maxOutputBytes });
    await writeFile(made, `${key}\n${stdout}`);
    await rename(made, known);
    return recordsOf(stdout);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Of all that a program is made of, and of the compiler. */
async function keyOf(source: string, options: readonly string[]): Promise<string> {
  const { stdout: compiler } = await execute('g++', ['--version']).catch(explain);
  const hash = createHash('sha256').update(JSON.stringify([compiler, options, source]));
  for (const name of (await readdir(headers)).sort()) hash.update(name).update(await readFile(join(headers, name)));
  return hash.digest('hex');
}

function explain(error: Error & { code?: string | number; stderr?: string }): never {
  if (error.code === 'ENOENT') {
    throw new Error(
      'There is no g++, which checks the generated sketches. Install it, for instance with: apt-get install g++',
      { cause: error },
    );
  }
  throw new Error(`Sketches do not compile:\n${error.stderr?.slice(0, 4_000)}`, { cause: error });
}

/** One program for all: each sketch is in a namespace of its own, where it sees only the headers that it includes. */
function programOf(sketches: readonly SketchToRun[]): string {
  const spaces = sketches.map(({ name, text }, index) => {
    const own = `sketch_${index}`;
    return `namespace ${own} {\n#line 1 ${JSON.stringify(name)}\n${text}\n} // namespace ${own}\n`;
  });
  const runs = sketches.map(({ name, events = [], seconds, busSeconds = seconds }, index) => {
    const listed = events.map((pair) => `{${pair.map(bytesLiteral).join(', ')}}`).join(', ');
    const passMs = Math.max(5, Math.round(seconds / 5));
    return `  run({${JSON.stringify(name)}, {${listed}}, ${seconds * 1000}, ${passMs}, ${busSeconds * 1000}, sketch_${index}::setup, sketch_${index}::loop});`;
  });
  return `#include <run.h>\n${spaces.join('\n')}\nint main() {\n${runs.join('\n')}\n}\n`;
}

/** Octal escapes have at most three digits, so what follows them is no part of them. */
const bytesLiteral = (text: string) =>
  `"${[...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;

function recordsOf(output: string): Map<string, Record> {
  const records = new Map<string, [string, string][]>();
  let current: [string, string][] = [];
  for (const line of output.split('\n')) {
    const blank = line.indexOf(' ');
    const [what, about] = [line.slice(0, blank), line.slice(blank + 1)];
    if (what === 'sketch') {
      current = [];
      records.set(about, current);
    } else if (blank > 0) current.push([what, about]);
  }
  return records;
}
