import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Counter } from 'prom-client';
import type { Logger } from '../../../platform/log/index.ts';
import { hourOf, listPackedHours, removePackedValues, unpackHours } from '../packing/index.ts';
import type { DeviceTelemetry, Message } from '../variables/index.ts';
import { clearRollups, type NumberAt, type NumbersPlace, writeNumbers } from './computed-numbers.sql.ts';
import { mergeMessages } from './merge-messages.sql.ts';
import { copyColumns, encodeMessages, messageAsText } from './message-encoder.ts';
import { Partitions } from './partitions.repository.ts';
import { isDataError, isMissingPartition, isUniqueViolation } from './store-errors.ts';
import { allocateSlots } from './variable-slots.repository.ts';
import { WriterConnection } from './writer-connection.ts';

const timeoutMs = 4_000;

interface StoreDeps {
  pool: pg.Pool;
  log: Logger;
  /** Counts messages that were given up, by reason. */
  dropped: Counter<'reason'>;
}

/** Writes batches of messages to PostgreSQL, one batch at a time. */
export class TelemetryStore {
  readonly #deps: StoreDeps;
  readonly #connection: WriterConnection;
  readonly partitions = new Partitions();
  /** Messages that are older may belong to a packed hour, ms since the epoch. */
  packedBefore = 0;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(deps: StoreDeps) {
    this.#deps = deps;
    this.#connection = new WriterConnection(deps.pool, timeoutMs);
  }

  /**
   * Resolves when the messages are committed; storing the same ones again changes nothing. Rejects when the database is away.
   * A message that the database refuses for what it holds is dropped, counted and logged, so that it holds up no other.
   */
  async store(messages: readonly Message[]): Promise<void> {
    const late = messages.filter(({ at }) => at < this.packedBefore);
    await this.#unpack(late.map(({ device, at }) => ({ deviceId: device.id, at })));
    return this.exclusive(() => this.#storeOrSplit(messages));
  }

  /**
   * Adds messages of one device from a file, each of another instant; resolves when they are committed. Rejects when the database is
   * away or the device is gone.
   */
  async merge(messages: readonly Message[], overwrite: boolean): Promise<{ added: number; changed: number }> {
    await this.#unpack(messages.map(({ device, at }) => ({ deviceId: device.id, at })));
    return this.exclusive(() =>
      this.#connection.use(async (client) => {
        const gone = await allocateSlots(client, messages);
        if (gone.size > 0) throw new Error('The device is gone');
        for (const at of new Set(messages.map((message) => monthOf(message.at)))) {
          await this.partitions.ensure(client, at, at);
        }
        return mergeMessages(client, messages, overwrite);
      }),
    );
  }

  /** Gives the new variables of a device their slots. Rejects when the database is away or the device is gone. */
  allocate(device: DeviceTelemetry): Promise<void> {
    return this.exclusive(() =>
      this.#connection.use(async (client) => {
        const gone = await allocateSlots(client, [{ device }]);
        if (gone.size > 0) throw new Error('The device is gone');
      }),
    );
  }

  /** Writes what is computed, in the order of time; resolves when it is committed. */
  async writeNumbers(place: NumbersPlace, numbers: readonly NumberAt[]): Promise<void> {
    await this.#unpack(numbers.map(({ at }) => ({ deviceId: place.deviceId, at })));
    return this.exclusive(() =>
      this.#connection.use(async (client) => {
        const [first, last] = [numbers[0], numbers.at(-1)];
        if (first && last) await this.partitions.ensure(client, first.at, last.at);
        await writeNumbers(client, place, numbers);
      }),
    );
  }

  /** Empties the rollups of a computed variable before an instant, ms since the epoch; resolves when it is committed. */
  async clearRollups(place: { deviceId: number; slot: number }, before: number): Promise<void> {
    const { pool } = this.#deps;
    for (let from: number | null = 0; from !== null; ) {
      from = await removePackedValues(pool, place, { from, before, leastMinutes: 1 });
    }
    await this.#unpack([{ deviceId: place.deviceId, at: before }]);
    return this.exclusive(() =>
      this.#connection.use(async (client) => {
        if (before < this.packedBefore) await this.partitions.ensure(client, before, before);
        await clearRollups(client, place, before);
      }),
    );
  }

  /** Makes the partitions between two instants, so that no message has to wait for one. */
  prepare(from: number, to: number): Promise<void> {
    return this.exclusive(() => this.#connection.use((client) => this.partitions.ensure(client, from, to)));
  }

  /** Runs `work` while no batch is being written. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const run = this.#tail.then(work);
    this.#tail = run.catch(() => undefined);
    return run;
  }

  close(): Promise<void> {
    return this.exclusive(() => this.#connection.close());
  }

  /**
   * Unpacks the hours of some instants, a few at a time, so that what boards send meanwhile waits for no more than these. What is unpacked
   * is not packed again before its rollups are made.
   */
  async #unpack(places: readonly { readonly deviceId: number; readonly at: number }[]): Promise<void> {
    const mayBePacked = places.filter(({ at }) => at < this.packedBefore);
    if (mayBePacked.length === 0) return;
    const hours = mayBePacked.map(({ deviceId, at }) => ({ deviceId, hour: hourOf(at) }));
    const groups = await this.exclusive(() => this.#connection.use((client) => listPackedHours(client, hours)));
    for (const group of groups) {
      await this.exclusive(() =>
        this.#connection.use(async (client) => {
          for (const { hour } of group) await this.partitions.ensure(client, hour, hour);
          await client.query('BEGIN');
          await unpackHours(client, group);
          await client.query('COMMIT');
        }),
      );
    }
  }

  async #storeOrSplit(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    try {
      await this.#connection.use((client) => this.#write(client, messages));
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (messages.length === 1) {
        this.#deps.dropped.inc({ reason: 'refused_by_database' });
        this.#deps.log.error({ err: error, device: messages[0]?.device.id }, 'A message could not be stored');
        return;
      }
      const half = Math.ceil(messages.length / 2);
      await this.#storeOrSplit(messages.slice(0, half));
      await this.#storeOrSplit(messages.slice(half));
    }
  }

  async #write(client: pg.PoolClient, batch: readonly Message[]): Promise<void> {
    const gone = await allocateSlots(client, batch);
    const messages = gone.size === 0 ? batch : batch.filter((message) => !gone.has(message.device.id));
    if (messages.length < batch.length)
      this.#deps.dropped.inc({ reason: 'device_gone' }, batch.length - messages.length);
    if (messages.length === 0) return;
    const { first, last, mayExist } = describe(messages);
    await this.partitions.ensure(client, first, last);
    let merge = mayExist;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#insert(client, messages, merge ? insertMerging : copy);
        break;
      } catch (error) {
        if (attempt > 2) throw error;
        if (isUniqueViolation(error) && !merge) {
          // A replay of messages that were committed just before the connection broke.
          merge = true;
        } else if (isMissingPartition(error)) {
          // Retention dropped it because it was empty.
          this.partitions.forget();
          await this.partitions.ensure(client, first, last);
        } else throw error;
      }
    }
    for (const { device, at } of messages) device.dirtyHours.add(hourOf(at));
  }

  async #insert(client: pg.PoolClient, messages: readonly Message[], insert: Insert): Promise<void> {
    const marks = newDirtyHours(messages);
    const late = messages.filter(({ at }) => at < this.packedBefore);
    if (marks.devices.length === 0 && late.length === 0) return insert(client, messages);
    await client.query('BEGIN');
    try {
      await unpackHours(
        client,
        late.map(({ device, at }) => ({ deviceId: device.id, hour: hourOf(at) })),
      );
      await client.query(
        'INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT * FROM unnest($1::int[], $2::bigint[])',
        [marks.devices, marks.hours],
      );
      await insert(client, messages);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
}

type Insert = (client: pg.PoolClient, messages: readonly Message[]) => Promise<void>;

function describe(messages: readonly Message[]): { first: number; last: number; mayExist: boolean } {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  let mayExist = false;
  for (const message of messages) {
    if (message.at < first) first = message.at;
    if (message.at > last) last = message.at;
    mayExist ||= message.mayExist;
  }
  return { first, last, mayExist };
}

interface DirtyHours {
  readonly devices: number[];
  readonly hours: number[];
}

/** The first instant of the month, UTC. */
function monthOf(at: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
}

/** The hours that these messages change and that are not marked yet. */
function newDirtyHours(messages: readonly Message[]): DirtyHours {
  const marks: DirtyHours = { devices: [], hours: [] };
  const seen = new Set<string>();
  for (const { device, at } of messages) {
    const hour = hourOf(at);
    if (device.dirtyHours.has(hour)) continue;
    const mark = `${device.id} ${hour}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    marks.devices.push(device.id);
    marks.hours.push(hour);
  }
  return marks;
}

function copy(client: pg.PoolClient, messages: readonly Message[]): Promise<void> {
  const rows = encodeMessages(messages);
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(`COPY telemetry (${copyColumns}) FROM STDIN (FORMAT binary)`));
    stream.on('error', reject);
    stream.on('finish', resolve);
    stream.end(rows);
  });
}

async function insertMerging(client: pg.PoolClient, messages: readonly Message[]): Promise<void> {
  // A statement may touch a row once only: of one instant the later messages are merged here.
  const rows = new Map<string, Message>();
  for (const message of messages) {
    const place = `${message.device.id} ${message.at}`;
    const earlier = rows.get(place);
    rows.set(place, earlier ? merge(earlier, message) : message);
  }
  const merged = [...rows.values()];
  const cells = merged.map(messageAsText);
  await client.query(
    `INSERT INTO telemetry AS stored (at, device_id, numbers, texts)
     SELECT at, device_id, numbers::float8[], texts::jsonb
     FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[]) AS given(at, device_id, numbers, texts)
     ON CONFLICT (device_id, at) DO UPDATE SET
       numbers = telemetry_merge(stored.numbers, excluded.numbers),
       texts = coalesce(stored.texts || excluded.texts, excluded.texts, stored.texts)`,
    [
      merged.map((message) => message.at),
      merged.map((message) => message.device.id),
      cells.map((cell) => cell.numbers),
      cells.map((cell) => cell.texts),
    ],
  );
}

function merge(earlier: Message, later: Message): Message {
  return {
    ...later,
    values: Object.assign(Object.create(null), earlier.values, later.values),
    variables: [...new Set([...earlier.variables, ...later.variables])],
  };
}
