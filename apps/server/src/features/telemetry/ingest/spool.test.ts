import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Spool, SpoolFullError } from './spool.ts';
import { encodeRecord, readSegment, segmentHeader } from './spool-segment.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-spool-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function open(maxBytes = 1024 * 1024): Promise<Spool> {
  const spool = new Spool(directory, maxBytes);
  await spool.open();
  return spool;
}

/** Takes everything out of a spool, as a replay does. */
async function drain(spool: Spool): Promise<{ texts: string[]; lostBytes: number }> {
  const texts: string[] = [];
  let lostBytes = 0;
  for (let segment = await spool.oldest(); segment; segment = await spool.oldest()) {
    texts.push(...segment.payloads.map(String));
    lostBytes += segment.lostBytes;
    await segment.remove();
  }
  return { texts, lostBytes };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `record ${index}`);
const append = async (spool: Spool, texts: readonly string[]) => {
  for (const text of texts) await spool.append(Buffer.from(text));
};

test('gives records back in order, also those that came while it was read', async () => {
  const spool = await open();
  await append(spool, names(3));
  const first = await spool.oldest();
  await append(spool, ['later']);
  expect(first?.payloads.map(String)).toEqual(names(3));
  await first?.remove();
  expect(await drain(spool)).toEqual({ texts: ['later'], lostBytes: 0 });
  expect([spool.isEmpty, spool.bytes, await readdir(directory)]).toEqual([true, 0, []]);
});

test('keeps what was not removed over a restart', async () => {
  const spool = await open();
  await append(spool, names(2));
  await spool.oldest();
  await append(spool, ['newer']);
  await spool.close();
  expect(await drain(await open())).toEqual({ texts: [...names(2), 'newer'], lostBytes: 0 });
});

test('one record takes the place of all that are there, also of those that are being read', async () => {
  const spool = await open();
  await append(spool, names(2));
  await spool.oldest();
  await append(spool, ['newer']);
  let isKnown = false;
  const last = spool.append(Buffer.from('last')).then(() => {
    isKnown = true;
  });
  const replaced = spool.replaceAll(() => Buffer.from(isKnown ? 'all' : 'all but the last'));
  await Promise.all([last, replaced, spool.append(Buffer.from('later'))]);
  expect(await readdir(directory)).toHaveLength(1);
  expect(await drain(spool)).toEqual({ texts: ['all', 'later'], lostBytes: 0 });
});

test('all stay where there is no space for the record that is to take their place', async () => {
  const spool = await open(200);
  await append(spool, names(2));
  await expect(spool.replaceAll(() => Buffer.alloc(200, 'x'))).rejects.toThrow(SpoolFullError);
  expect(await drain(spool)).toEqual({ texts: names(2), lostBytes: 0 });
});

test('many records go to several files', async () => {
  const spool = await open(64 * 1024 * 1024);
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  for (let index = 0; index < 20; index++) await spool.append(megabyte);
  expect((await readdir(directory)).length).toBeGreaterThan(1);
  expect((await drain(spool)).texts).toHaveLength(20);
});

test('refuses what is above its limit, keeps the rest, and takes again when there is room', async () => {
  const spool = await open(1000);
  await append(spool, ['a'.repeat(400), 'b'.repeat(400)]);
  await expect(append(spool, ['c'.repeat(400)])).rejects.toThrow(SpoolFullError);
  expect((await drain(spool)).texts.map((text) => text[0])).toEqual(['a', 'b']);
  await append(spool, ['d'.repeat(400)]);
  expect((await drain(spool)).texts.map((text) => text[0])).toEqual(['d']);
});

describe('damage', () => {
  async function damage(change: (bytes: Buffer) => Buffer) {
    const spool = await open();
    await append(spool, names(5));
    await spool.close();
    const [file = ''] = await readdir(directory);
    const path = join(directory, file);
    await writeFile(path, change(await readFile(path)));
    return drain(await open());
  }
  const place = (bytes: Buffer, text: string) => bytes.indexOf(text);

  test('a torn end is left out, at whatever byte it was torn', async () => {
    const spool = await open();
    await append(spool, names(5));
    await spool.close();
    const [file = ''] = await readdir(directory);
    const whole = await readFile(join(directory, file));
    const lastStart = whole.length - encodeRecord(Buffer.from('record 4')).length;
    for (let length = lastStart; length < whole.length; length++) {
      const { payloads, lostBytes } = readSegment(whole.subarray(0, length));
      expect(payloads.map(String)).toEqual(names(4));
      expect(lostBytes).toBe(length - lastStart);
    }
  });

  test('a flipped bit costs its record only, where it is', async () => {
    const whole = Buffer.concat([segmentHeader, ...names(5).map((name) => encodeRecord(Buffer.from(name)))]);
    const size = encodeRecord(Buffer.from('record 0')).length;
    for (let at = segmentHeader.length + 2 * size; at < segmentHeader.length + 3 * size; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        const { payloads, lostBytes } = readSegment(damaged);
        expect(payloads.map(String)).toEqual(['record 0', 'record 1', 'record 3', 'record 4']);
        expect(lostBytes).toBe(size);
      }
    }
  });

  test('records behind a damaged part are read', async () => {
    const result = await damage((bytes) => {
      bytes.fill(0, place(bytes, 'record 1'), place(bytes, 'record 2') + 4);
      return bytes;
    });
    expect(result.texts).toEqual(['record 0', 'record 3', 'record 4']);
    expect(result.lostBytes).toBeGreaterThan(0);
  });

  test('a missing header costs nothing, and rubbish is no record', async () => {
    const result = await damage((bytes) =>
      Buffer.concat([Buffer.alloc(100, 0xff), bytes.subarray(segmentHeader.length)]),
    );
    expect(result).toEqual({ texts: names(5), lostBytes: 100 });
  });

  test('new records are never written behind a torn end', async () => {
    const spool = await open();
    await append(spool, ['kept']);
    await spool.close();
    const [file = ''] = await readdir(directory);
    await appendFile(join(directory, file), encodeRecord(Buffer.from('torn')).subarray(0, 10));
    const again = await open();
    await append(again, ['new']);
    expect(await drain(again)).toEqual({ texts: ['kept', 'new'], lostBytes: 10 });
  });
});
