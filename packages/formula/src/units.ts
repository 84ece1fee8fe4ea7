/** How a unit relates to the base unit of its kind: base = value × factor + offset. */
interface Unit {
  readonly kind: string;
  readonly factor: number;
  readonly offset: number;
}

const linear = (kind: string, units: Readonly<Record<string, number>>): [string, Unit][] =>
  Object.entries(units).map(([name, factor]) => [name, { kind, factor, offset: 0 }]);

const units = new Map<string, Unit>([
  ['°C', { kind: 'temperature', factor: 1, offset: 0 }],
  ['K', { kind: 'temperature', factor: 1, offset: -273.15 }],
  ['°F', { kind: 'temperature', factor: 5 / 9, offset: -160 / 9 }],
  ...linear('power', { W: 1, mW: 0.001, kW: 1_000, MW: 1_000_000 }),
  ...linear('energy', { kWh: 1, Wh: 0.001, MWh: 1_000 }),
  ...linear('share', { '%': 1, '‰': 0.1 }),
  ...linear('length', { m: 1, mm: 0.001, cm: 0.01, km: 1_000 }),
  ...linear('volume', { l: 1, L: 1, ml: 0.001, mL: 0.001, 'm³': 1_000 }),
  ...linear('pressure', { hPa: 1, Pa: 0.01, kPa: 10, bar: 1_000, mbar: 1 }),
  ...linear('voltage', { V: 1, mV: 0.001, kV: 1_000 }),
  ...linear('current', { A: 1, mA: 0.001 }),
  ...linear('time', { h: 1, min: 1 / 60, s: 1 / 3_600, d: 24 }),
  ...linear('mass', { g: 1, mg: 0.001, kg: 1_000 }),
  ...linear('illuminance', { lx: 1 }),
  ...linear('frequency', { Hz: 1, kHz: 1_000 }),
]);

/** What a unit measures, such as `temperature`; undefined for a unit that is only a label. */
export const kindOf = (unit: string | null): string | undefined => (unit === null ? undefined : units.get(unit)?.kind);

/**
 * How to get from one unit to another; null where nothing is to be done or nothing is known. A difference has no zero of its own: 20 °C are
 * 68 °F, but 20 °C more are 36 °F more.
 */
export function conversion(
  from: string | null,
  to: string | null,
  isDifference: boolean,
): ((value: number) => number) | null {
  const source = from === null ? undefined : units.get(from);
  const target = to === null ? undefined : units.get(to);
  if (!source || !target || source.kind !== target.kind) return null;
  const scale = source.factor / target.factor;
  const shift = isDifference ? 0 : (source.offset - target.offset) / target.factor;
  return scale === 1 && shift === 0 ? null : (value) => value * scale + shift;
}
