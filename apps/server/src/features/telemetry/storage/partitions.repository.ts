import type { ClientBase } from 'pg';

const lock = 0x63_79_70_74;

/** A month of `telemetry`, UTC; `until` is exclusive. */
export interface Partition {
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

/** The partition that an instant belongs to. */
function partitionOf(at: number): Partition {
  const day = new Date(at);
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth();
  return {
    name: `telemetry_${year}_${String(month + 1).padStart(2, '0')}`,
    from: Date.UTC(year, month),
    until: Date.UTC(year, month + 1),
  };
}

/** Makes the partitions of `telemetry` before they are needed, and remembers which there are. */
export class Partitions {
  readonly #known = new Set<string>();

  /** Makes all partitions between two instants that do not exist yet. */
  async ensure(client: ClientBase, from: number, to: number): Promise<void> {
    for (let at = from; at <= to; ) {
      const partition = partitionOf(at);
      if (!this.#known.has(partition.name)) {
        await create(client, partition);
        this.#known.add(partition.name);
      }
      at = partition.until;
    }
  }

  /** To be called when a partition may have been dropped. */
  forget(name?: string): void {
    if (name === undefined) this.#known.clear();
    else this.#known.delete(name);
  }
}

/** The partitions that exist, oldest first. */
export async function listPartitions(client: Pick<ClientBase, 'query'>): Promise<Partition[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'telemetry'::regclass ORDER BY 1`,
  );
  return rows.flatMap(({ name }) => {
    const [, year, month] = /^telemetry_(\d+)_(\d+)$/.exec(name) ?? [];
    return year === undefined ? [] : [partitionOf(Date.UTC(Number(year), Number(month) - 1))];
  });
}

async function create(client: ClientBase, { name, from, until }: Partition): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [name]);
    if (!rows[0]?.exists) {
      // CREATE TABLE … PARTITION OF would lock out every reader and writer of telemetry; attaching does not.
      await client.query(`CREATE TABLE ${name} (LIKE telemetry)`);
      await client.query(`ALTER TABLE telemetry ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${until})`);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
