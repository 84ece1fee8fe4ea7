import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { listLogFiles } from '../../../../platform/log/index.ts';

const maxLines = 5_000;
const maxBytes = 2 * 1024 ** 2;

/** What a line may have in a bundle: everything else can be of a person. */
const openFields = [
  'level',
  'time',
  'msg',
  'part',
  'err',
  'reqId',
  'route',
  'method',
  'status',
  'statusCode',
  'ms',
  'job',
  'check',
  'problem',
  'kind',
  'node',
  'listener',
  'event',
  'disk',
  'freeBytes',
  'bytes',
];

/** The last lines of the log, oldest first, with the fields that belong to nobody. */
export async function lastLogLines(directory: string): Promise<string> {
  const files = await listLogFiles(directory).catch(() => []);
  let text = '';
  for (const { name, bytes } of files) {
    if (text.length >= maxBytes) break;
    text = (await endOf(join(directory, name), bytes, maxBytes - text.length)) + text;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return `${lines.slice(-maxLines).flatMap(openLine).join('\n')}\n`;
}

async function endOf(path: string, bytes: number, maxBytes: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const length = Math.min(bytes, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, bytes - length);
    const text = buffer.toString('utf8', 0, bytesRead);
    // The first line is cut, unless the file begins there.
    return length === bytes ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

/** A line that is no JSON is not of the logger. */
function openLine(line: string): string[] {
  try {
    const entry: Record<string, unknown> = JSON.parse(line);
    return [
      JSON.stringify(Object.fromEntries(openFields.flatMap((name) => (name in entry ? [[name, entry[name]]] : [])))),
    ];
  } catch {
    return [];
  }
}
