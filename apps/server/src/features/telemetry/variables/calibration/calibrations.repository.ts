import type pg from 'pg';
import type { CalibrationFrom } from './calibration.ts';

interface StoredCalibration extends CalibrationFrom {
  readonly deviceId: number;
  readonly slot: number;
}

/** How variables were calibrated, and when. */
export function calibrationsRepository(pool: pg.Pool) {
  return {
    /** In the order of time. */
    async listAll(): Promise<StoredCalibration[]> {
      const { rows } = await pool.query<StoredCalibration>(
        'SELECT device_id AS "deviceId", slot, since, "offset", scale FROM variable_calibrations ORDER BY since',
      );
      return rows;
    },

    async add({ deviceId, slot, since, offset, scale }: StoredCalibration): Promise<void> {
      await pool.query(
        'INSERT INTO variable_calibrations (device_id, slot, since, "offset", scale) VALUES ($1, $2, $3, $4, $5)',
        [deviceId, slot, since, offset, scale],
      );
    },

    /** Lets one hold from another instant on. */
    async move({ deviceId, slot, since }: Omit<StoredCalibration, 'offset' | 'scale'>, to: number): Promise<void> {
      await pool.query(
        'UPDATE variable_calibrations SET since = $4 WHERE device_id = $1 AND slot = $2 AND since = $3',
        [deviceId, slot, since, to],
      );
    },
  };
}

export type CalibrationsRepository = ReturnType<typeof calibrationsRepository>;
