import type { TelemetryValue, VariableSettings } from '@cyno/contract';
import type pg from 'pg';
import { readPages, rowsByColumn, within } from '../../../platform/database/index.ts';
import type { DeviceTelemetry } from './device-telemetry.ts';
import type { SettingsRow, Variable, VariableRow } from './variable.ts';

/** After a crash the newest values are read from so many of the newest messages of a device. */
const newestMessages = 20;
const perPage = 10_000;
/** Short, since it also stands in the way of stopping; what is not written is read from the messages at the next start. */
const saveTimeoutMs = 1_000;

export interface StoredVariable extends VariableRow {
  key: string;
  readonly deviceId: number;
  readonly accountId: number;
}

interface StoredSettings extends SettingsRow {
  readonly deviceId: number;
  readonly slot: number;
}

const newestNames = ['deviceId', 'accountId', 'slot', 'key', 'type', 'forgotten', 'lastNumber', 'lastText', 'lastAt'];

interface NewestRow {
  readonly deviceId: number;
  readonly at: number;
  readonly numbers: (number | null)[];
  readonly texts: Record<string, string> | null;
}

/** The variables of devices, and their newest values. */
export function telemetryRepository(pool: pg.Pool) {
  return {
    /** All variables by device, in the order of their slots; in pages, since all rows at once take several times what is held of them. */
    listVariables(): AsyncGenerator<StoredVariable[]> {
      const texts = new Map<string, string>();
      return readPages(async (last: StoredVariable | undefined) => {
        const page = await rowsByColumn<StoredVariable>(pool, {
          names: newestNames,
          text: `SELECT device_id AS "deviceId", account_id AS "accountId", slot, key, type, forgotten,
              last_number AS "lastNumber", last_text AS "lastText", last_at AS "lastAt"
            FROM variables JOIN devices ON devices.id = device_id
            WHERE (device_id, slot) > ($1, $2) ORDER BY device_id, slot LIMIT $3`,
          values: [last?.deviceId ?? 0, last?.slot ?? 0, perPage],
        });
        for (const row of page) row.key = sameText(texts, row.key);
        return page;
      });
    },

    /** What people set of variables; most are as they came. */
    listSettings(): AsyncGenerator<StoredSettings[]> {
      return readPages(async (last: StoredSettings | undefined) => {
        const { rows } = await pool.query<StoredSettings>(
          `SELECT device_id AS "deviceId", slot, key, label, unit, hue, decimals, minimum, maximum, kept_days AS "keptDays",
             kept_days_set_at AS "keptDaysSetAt"
           FROM variables
           WHERE num_nonnulls(label, unit, hue, decimals, minimum, maximum, kept_days) > 0 AND (device_id, slot) > ($1, $2)
           ORDER BY device_id, slot LIMIT $3`,
          [last?.deviceId ?? 0, last?.slot ?? 0, perPage],
        );
        return rows;
      });
    },

    /**
     * Messages that are newer than what `variables` knows, oldest first: those of the last seconds before a crash. What is later than
     * `until` comes from a clock that was ahead, and counts neither here nor there.
     */
    async listUnseenMessages(until: number): Promise<NewestRow[]> {
      const { rows } = await pool.query<NewestRow>(
        `SELECT known.device_id AS "deviceId", newest.at, newest.numbers, newest.texts
         FROM (SELECT device_id, coalesce(max(last_at) FILTER (WHERE last_at <= $2), 0) AS at FROM variables GROUP BY device_id) AS known
         CROSS JOIN LATERAL (
           SELECT at, numbers, texts FROM telemetry
           WHERE telemetry.device_id = known.device_id AND telemetry.at > known.at AND telemetry.at <= $2
           ORDER BY at DESC LIMIT $1
         ) AS newest ORDER BY newest.at`,
        [newestMessages, until],
      );
      return rows;
    },

    /** False when the database does not know the variable yet. */
    async saveSettings(deviceId: number, key: string, settings: VariableSettings): Promise<boolean> {
      const { label, unit, hue, decimals, range } = settings;
      const { rowCount } = await pool.query(
        `UPDATE variables SET label = $3, unit = $4, hue = $5, decimals = $6, minimum = $7, maximum = $8,
           forgotten = false
         WHERE device_id = $1 AND key = $2`,
        [deviceId, key, label, unit, hue, decimals, range?.min ?? null, range?.max ?? null],
      );
      return rowCount === 1;
    },

    /** Writes the newest values of variables. */
    async saveNewest(entries: readonly { device: DeviceTelemetry; variable: Variable }[]): Promise<void> {
      const update = within(saveTimeoutMs, {
        text: `UPDATE variables SET type = new.type, last_number = new.number, last_text = new.text, last_at = new.at,
           forgotten = new.forgotten
         FROM unnest($1::int[], $2::int[], $3::text[], $4::float8[], $5::text[], $6::bigint[], $7::bool[])
           AS new(device_id, slot, type, number, text, at, forgotten)
         WHERE variables.device_id = new.device_id AND variables.slot = new.slot`,
        values: [
          entries.map(({ device }) => device.id),
          entries.map(({ variable }) => variable.slot),
          entries.map(({ variable }) => variable.type),
          entries.map(({ variable }) => asNumber(variable.value)),
          entries.map(({ variable }) => (typeof variable.value === 'string' ? variable.value : null)),
          entries.map(({ variable }) => variable.at),
          entries.map(({ variable }) => variable.forgotten),
        ],
      });
      await pool.query(update);
    },
  };
}

/** Thousands of boards call their variables alike: one text is held for all of them. */
function sameText(texts: Map<string, string>, text: string): string {
  const known = texts.get(text);
  if (known === undefined) texts.set(text, text);
  return known ?? text;
}

const asNumber = (value: TelemetryValue | null): number | null =>
  value === null || typeof value === 'string' ? null : Number(value);
