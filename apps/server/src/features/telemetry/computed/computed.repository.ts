import type { SavedMachine } from '@cyno/formula';
import type pg from 'pg';
import type { StoredFormula } from './active-formula.ts';

const dayMs = 86_400_000;
/** A checkpoint of each week is stored on the way through a history as well. */
export const weekMs = 7 * dayMs;
/** Days of a checkpoint each, then so many weeks, then four weeks each: what is imported must find one that is not too long before it. */
const checkpointWidth = `CASE WHEN $4::bigint - old.at < ${7 * dayMs} THEN ${dayMs}
  WHEN $4::bigint - old.at < ${35 * dayMs} THEN ${weekMs} ELSE ${4 * weekMs} END`;

/** Where a formula stands in the tables. */
interface Place {
  readonly deviceId: number;
  readonly slot: number;
}

/** What a formula remembered after the message of an instant. */
export interface Checkpoint {
  readonly at: number;
  readonly state: SavedMachine;
}

export type ComputedRepository = ReturnType<typeof computedRepository>;

/** The formulas of devices, what they remember, and how far they have come. */
export function computedRepository(pool: pg.Pool) {
  const columns = `device_id AS "deviceId", espid, account_id AS "accountId", author_id AS "authorId", slot, key, formula, computed_variables.unit, inputs, version,
    marks, recompute_from AS "recomputeFrom"`;
  const tables =
    'computed_variables JOIN variables USING (device_id, slot) JOIN devices ON devices.id = computed_variables.device_id';

  return {
    async listAll(): Promise<StoredFormula[]> {
      const { rows } = await pool.query<StoredFormula>(`SELECT ${columns} FROM ${tables} ORDER BY device_id, slot`);
      return rows;
    },

    /** Writes a formula, whose values are then to be made from the beginning; returns it as it is stored. */
    async save(
      { deviceId, slot }: Place,
      { formula, unit, inputs, authorId }: Pick<StoredFormula, 'formula' | 'unit' | 'inputs' | 'authorId'>,
    ): Promise<StoredFormula | undefined> {
      const { rows } = await pool.query<StoredFormula>(
        `WITH saved AS (
           INSERT INTO computed_variables (device_id, slot, formula, unit, inputs, author_id, recompute_from)
           VALUES ($1, $2, $3, $4, $5, $6, 0)
           ON CONFLICT (device_id, slot) DO UPDATE SET formula = excluded.formula, unit = excluded.unit, inputs = excluded.inputs,
             author_id = excluded.author_id, version = computed_variables.version + 1, marks = computed_variables.marks + 1, recompute_from = 0,
             recomputed_to = NULL, recompute_state = NULL
           RETURNING *
         ), forgotten AS (
           DELETE FROM computed_checkpoints WHERE device_id = $1 AND slot = $2
         )
         SELECT ${columns} FROM ${tables.replace('computed_variables', 'saved AS computed_variables')}`,
        [deviceId, slot, formula, unit, JSON.stringify(inputs), authorId],
      );
      return rows[0];
    },

    /** Lets a formula continue with the rights of another account. */
    async setAuthor({ deviceId, slot }: Place, authorId: number): Promise<void> {
      await pool.query('UPDATE computed_variables SET author_id = $3 WHERE device_id = $1 AND slot = $2', [
        deviceId,
        slot,
        authorId,
      ]);
    },

    async remove({ deviceId, slot }: Place): Promise<void> {
      await pool.query('DELETE FROM computed_variables WHERE device_id = $1 AND slot = $2', [deviceId, slot]);
    },

    /** Stores that results change from an instant on; what was done of that already is then done again. */
    async mark({ deviceId, slot }: Place, from: number, marks: number): Promise<void> {
      await pool.query(
        `UPDATE computed_variables SET marks = greatest(marks, $4), recompute_from = least(coalesce(recompute_from, $3), $3),
           recomputed_to = CASE WHEN recomputed_to < $3 THEN recomputed_to END,
           recompute_state = CASE WHEN recomputed_to < $3 THEN recompute_state END
         WHERE device_id = $1 AND slot = $2`,
        [deviceId, slot, from, marks],
      );
    },

    /** How far making values again has come, where a former run left off. */
    async progress({ deviceId, slot }: Place): Promise<Checkpoint | undefined> {
      const { rows } = await pool.query<Checkpoint>(
        `SELECT recomputed_to AS at, recompute_state AS state FROM computed_variables
         WHERE device_id = $1 AND slot = $2 AND recompute_state IS NOT NULL`,
        [deviceId, slot],
      );
      return rows[0];
    },

    /** Stores how far it has come, unless there is a reason to begin again. */
    async saveProgress({ deviceId, slot }: Place, marks: number, { at, state }: Checkpoint): Promise<void> {
      await pool.query(
        `UPDATE computed_variables SET recomputed_to = $4, recompute_state = $5
         WHERE device_id = $1 AND slot = $2 AND marks = $3`,
        [deviceId, slot, marks, at, JSON.stringify(state)],
      );
    },

    /** Stores that nothing is to be done any more, unless there was a new reason meanwhile. */
    async finish({ deviceId, slot }: Place, marks: number): Promise<void> {
      await pool.query(
        `UPDATE computed_variables SET recompute_from = NULL, recomputed_to = NULL, recompute_state = NULL
         WHERE device_id = $1 AND slot = $2 AND marks = $3`,
        [deviceId, slot, marks],
      );
    },

    /** The newest checkpoint from before an instant. */
    async checkpointBefore({ deviceId, slot }: Place, before: number): Promise<Checkpoint | undefined> {
      const { rows } = await pool.query<Checkpoint>(
        'SELECT at, state FROM computed_checkpoints WHERE device_id = $1 AND slot = $2 AND at < $3 ORDER BY at DESC LIMIT 1',
        [deviceId, slot, before],
      );
      return rows[0];
    },

    /** The oldest checkpoint of a span of time, both ends included. */
    async firstCheckpoint(
      { deviceId, slot }: Place,
      [from, to]: readonly [number, number],
    ): Promise<Checkpoint | undefined> {
      const { rows } = await pool.query<Checkpoint>(
        `SELECT at, state FROM computed_checkpoints
         WHERE device_id = $1 AND slot = $2 AND at >= $3 AND at <= $4 ORDER BY at LIMIT 1`,
        [deviceId, slot, from, to],
      );
      return rows[0];
    },

    /**
     * Stores a checkpoint of a version of a formula. Of the days, weeks and months before the newest one of each is left, and the oldest of
     * all, by which it is known since when it counts.
     */
    async saveCheckpoint(
      { deviceId, slot, version }: Place & { version: number },
      { at, state }: Checkpoint,
    ): Promise<void> {
      await pool.query(
        `WITH saved AS (
           INSERT INTO computed_checkpoints (device_id, slot, at, state)
           SELECT device_id, slot, $4, $5 FROM computed_variables WHERE device_id = $1 AND slot = $2 AND version = $3
           ON CONFLICT (device_id, slot, at) DO UPDATE SET state = excluded.state
         )
         DELETE FROM computed_checkpoints AS old WHERE device_id = $1 AND slot = $2 AND at < $4 AND EXISTS (
             SELECT FROM computed_checkpoints AS first WHERE first.device_id = $1 AND first.slot = $2 AND first.at < old.at)
           AND (at / (${checkpointWidth}) = $4::bigint / (${checkpointWidth}) OR EXISTS (
             SELECT FROM computed_checkpoints AS later WHERE later.device_id = $1 AND later.slot = $2
               AND later.at > old.at AND later.at / (${checkpointWidth}) = old.at / (${checkpointWidth})))`,
        [deviceId, slot, version, at, JSON.stringify(state)],
      );
    },

    /** Checkpoints from an instant on are of results that change. */
    async removeCheckpoints({ deviceId, slot }: Place, from: number): Promise<void> {
      await pool.query('DELETE FROM computed_checkpoints WHERE device_id = $1 AND slot = $2 AND at >= $3', [
        deviceId,
        slot,
        from,
      ]);
    },
  };
}
