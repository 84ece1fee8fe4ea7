import { mkdir, mkdtemp, open as openFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readableLogger } from '../../../../test/log.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { Spool, SpoolFullError } from './spool.ts';
import { encodeRecord, segmentHeader } from './spool-segment.ts';
import type { UnreadableSegment } from './unreadable-segments.ts';

describe('a spool', () => {
  let directory: string;
  let notified: UnreadableSegment[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cyno-unreadable-'));
    notified = [];
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function open(read?: (path: string) => Promise<Buffer>): Promise<Spool> {
    const onUnreadable = (file: UnreadableSegment) => void notified.push(file);
    const spool = new Spool(directory, 1024 * 1024, { onUnreadable, now: () => noon, ...(read && { read }) });
    await spool.open();
    return spool;
  }

  /** Leaves two files with a record each, as two runs do. */
  async function fill(...texts: string[]): Promise<string[]> {
    for (const text of texts) {
      const spool = await open();
      await spool.append(Buffer.from(text));
      await spool.close();
    }
    return (await readdir(directory)).filter((name) => name.endsWith('.spool')).sort();
  }

  async function drain(spool: Spool): Promise<string[]> {
    const texts: string[] = [];
    for (let segment = await spool.oldest(); segment; segment = await spool.oldest()) {
      texts.push(...segment.payloads.map(String));
      await segment.remove();
    }
    return texts;
  }

  const aside = () => readdir(join(directory, 'unreadable')).catch(() => []);
  const failing = (code: string, first: string) => async (path: string) => {
    if (path.endsWith(first)) throw Object.assign(new Error(code), { code });
    return readFile(path);
  };

  test.each([
    ['EIO', 'the disk has an error (EIO)'],
    ['EACCES', 'this user may not read it'],
  ])('puts a file aside that answers %s, and gives what is behind it', async (code, reason) => {
    const [first = '', second = ''] = await fill('lost', 'kept');
    const spool = await open(failing(code, first));
    expect(await drain(spool)).toEqual(['kept']);
    expect(notified).toMatchObject([
      { reason, bytes: segmentHeader.length + encodeRecord(Buffer.from('lost')).length },
    ]);
    const [moved = ''] = await aside();
    expect(moved).toBe(notified[0]?.name);
    expect(moved.startsWith(first)).toBe(true);
    // It is whole, for who can mend the disk.
    expect((await readFile(join(directory, 'unreadable', moved))).includes('lost')).toBe(true);
    expect([spool.isEmpty, spool.bytes, await readdir(directory)]).toEqual([true, 0, ['unreadable']]);
    expect(second).not.toBe('');
  });

  test('continues behind a file that was removed from under it', async () => {
    const [first = ''] = await fill('lost', 'kept');
    const spool = await open();
    await rm(join(directory, first));
    expect(await drain(spool)).toEqual(['kept']);
    expect(notified).toMatchObject([{ name: first, reason: 'it was removed' }]);
    expect(spool.unreadable.count).toBe(1);
  });

  test('continues behind something that is no file', async () => {
    const [first = ''] = await fill('lost', 'kept');
    await rm(join(directory, first));
    await mkdir(join(directory, first));
    expect(await drain(await open())).toEqual(['kept']);
    expect(notified).toHaveLength(1);
  });

  test('tries again when the system is short of something', async () => {
    const [first = ''] = await fill('kept');
    let isShort = true;
    const spool = await open(async (path) => {
      if (isShort) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
      return readFile(path);
    });
    await expect(spool.oldest()).rejects.toThrow('EMFILE');
    isShort = false;
    expect(await drain(spool)).toEqual(['kept']);
    expect([notified, first.length > 0]).toEqual([[], true]);
  });

  test('keeps a file of which it could read only a part', async () => {
    const [first = ''] = await fill('whole');
    const path = join(directory, first);
    const content = await readFile(path);
    const damaged = encodeRecord(Buffer.from('damaged'));
    damaged.fill(0, damaged.length - 3);
    await writeFile(path, Buffer.concat([content, damaged, encodeRecord(Buffer.from('behind'))]));
    expect(await drain(await open())).toEqual(['whole', 'behind']);
    expect(notified).toMatchObject([{ reason: `${damaged.length} bytes of it are damaged` }]);
    expect(await aside()).toHaveLength(1);
  });

  test('keeps a file whose header is torn', async () => {
    const [first = ''] = await fill('lost', 'kept');
    await truncate(join(directory, first), 3);
    expect(await drain(await open())).toEqual(['kept']);
    expect(notified).toMatchObject([
      { reason: 'its last 3 bytes are incomplete, as a power cut or a crash leaves them', bytes: 3 },
    ]);
    expect(await aside()).toHaveLength(1);
  });

  test('never writes one that was put aside over another', async () => {
    for (let round = 0; round < 3; round++) {
      const names = await fill('lost');
      await truncate(join(directory, names[0] ?? ''), 3 + round);
      await drain(await open());
    }
    expect(await aside()).toHaveLength(3);
    expect((await open()).unreadable.count).toBe(3);
  });

  test('takes new records after the only file was put aside', async () => {
    const [first = ''] = await fill('lost');
    const spool = await open(failing('EIO', first));
    expect(await spool.oldest()).toBeUndefined();
    await spool.append(Buffer.from('new'));
    expect(await drain(spool)).toEqual(['new']);
  });

  test('what was acknowledged survives that somebody removes the file, or the folder, in the middle', async () => {
    const spool = await open();
    await spool.append(Buffer.from('first'));
    await rm(join(directory, (await readdir(directory))[0] ?? ''));
    await spool.append(Buffer.from('second'));
    await rm(directory, { recursive: true });
    await spool.append(Buffer.from('third'));
    await spool.close();
    expect(await drain(await open())).toEqual(['first', 'second', 'third']);
    expect(notified).toHaveLength(2);
  });

  test('what was acknowledged survives that the disk is full when a removed file is to be written again', async () => {
    const spool = await open();
    await spool.append(Buffer.from('first'));
    await rm(join(directory, (await readdir(directory))[0] ?? ''));
    const probe = await openFile(join(directory, 'probe'), 'w');
    const { datasync } = probe;
    const saving = vi.spyOn(Object.getPrototypeOf(probe), 'datasync');
    await probe.close();
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    saving.mockImplementationOnce(datasync).mockRejectedValueOnce(full);
    await expect(spool.append(Buffer.from('second'))).rejects.toThrow(SpoolFullError);
    saving.mockRestore();
    await spool.append(Buffer.from('third'));
    await spool.close();
    expect(await drain(await open())).toEqual(['first', 'second', 'third']);
  });

  test('the file that is being written is read although its name is gone', async () => {
    const spool = await open();
    await spool.append(Buffer.from('kept'));
    await rm(join(directory, (await readdir(directory))[0] ?? ''));
    expect(await drain(spool)).toEqual(['kept']);
  });
});

describe('telemetry', () => {
  let bench: TelemetryBench;
  let device: { id: number; accountId: number; espid: string };
  const output = readableLogger();
  beforeAll(async () => {
    bench = await createTelemetryBench(undefined, output.log);
    device = await bench.addDevice('board');
  });
  afterAll(() => bench.close());

  const stored = async () =>
    (await bench.database.pool.query<{ n: number }>('SELECT numbers[1] AS n FROM telemetry ORDER BY 1')).rows.map(
      ({ n }) => n,
    );
  const send = async (from: number, until: number) => {
    const sent = Array.from({ length: until - from }, (_, index) => {
      const n = from + index;
      return bench.send(device, { n }, { at: noon + n, maySpool: true }).stored;
    });
    await Promise.all(sent);
  };
  const files = async () => (await readdir(bench.spoolDirectory)).filter((name) => name.endsWith('.spool')).sort();

  test('stores what can be read, and names in the log and in metrics what cannot', async () => {
    await send(0, 1);
    await bench.database.pool.query('ALTER TABLE telemetry RENAME TO telemetry_away');
    await send(1, 100);
    await bench.telemetry.stop();
    const [lost = ''] = await files();
    await writeFile(join(bench.spoolDirectory, lost), 'no spool');
    await writeFile(
      join(bench.spoolDirectory, '000000000050.spool'),
      Buffer.concat([segmentHeader, encodeRecord(Buffer.from('whole, and nothing that anybody understands'))]),
    );
    await bench.database.pool.query('ALTER TABLE telemetry_away RENAME TO telemetry');
    await bench.restart();
    await send(100, 200);
    await expect.poll(stored).toEqual([0, ...Array.from({ length: 100 }, (_, index) => 100 + index)]);
    await expect.poll(() => bench.metric('cyno_telemetry_spool_bytes')).toBe(0);
    expect(await bench.metric('cyno_telemetry_spool_unreadable_files')).toBe(2);
    const named = output.lines.filter(({ level, file }) => level === 50 && file !== undefined);
    expect(named.map(({ file }) => String(file).slice(0, 18))).toEqual([lost, '000000000050.spool']);
    expect(bench.telemetry.storageReport().unreadable.map(({ reason }) => reason)).toEqual([
      'a record in it cannot be understood',
      'its last 8 bytes are incomplete, as a power cut or a crash leaves them',
    ]);
    expect(await bench.telemetry.problems()).toMatchObject([
      { part: 'spool', severity: 'warning', reason: 'spool_unreadable', values: { count: 2 } },
    ]);
  });
});
