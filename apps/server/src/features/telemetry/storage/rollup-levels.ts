/** The tables of rollups, finest first; each is made from the one before, the first from `telemetry`. */
export const rollupLevels = [
  { resolution: '1m', table: 'rollup_1m', widthMs: 60_000 },
  { resolution: '5m', table: 'rollup_5m', widthMs: 300_000 },
  { resolution: '1h', table: 'rollup_1h', widthMs: 3_600_000 },
  { resolution: '1d', table: 'rollup_1d', widthMs: 86_400_000 },
] as const;

export type RollupLevel = (typeof rollupLevels)[number];
