import type { ComputedPreview } from '@cyno/contract';
import { type Formula, FormulaMachine, type InputValue } from '@cyno/formula';
import type { Clock } from '../../../platform/clock.ts';
import type { TelemetryReader } from '../history/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import type { FormulaInput, FormulaPoint } from './active-formula.ts';

const hourMs = 3_600_000;
/** As many as a chart shows; of more messages averages are taken, so that a preview costs the same for all. */
const maxPoints = 1_000;

interface PreviewDeps {
  readonly reader: Pick<TelemetryReader, 'history'>;
  readonly registry: DeviceRegistry;
  readonly clock: Clock;
}

interface PreviewOf {
  readonly formula: Formula;
  readonly inputs: readonly FormulaInput[];
  readonly hours: number;
}

/** The values of one input over time. */
interface Line {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly isSwitch: boolean;
}

/** What a formula would have made of the last hours. */
export async function previewFormula(
  { reader, registry, clock }: PreviewDeps,
  { formula, inputs, hours }: PreviewOf,
): Promise<ComputedPreview> {
  const to = clock.now();
  const from = to - hours * hourMs;
  let thinned = false;
  const lines = new Map<FormulaInput, Line>();
  for (const [deviceId, ofDevice] of Map.groupBy(inputs, (input) => input.deviceId)) {
    const names = ofDevice.map(({ key }) => key);
    // A name with a comma cannot be part of a list of names: then all are read.
    const keys = names.some((key) => key.includes(',')) ? undefined : names.join(',');
    const { times, series, bucketMs } = await reader.history(deviceId, { from, to: to + 1, points: maxPoints, keys });
    thinned ||= bucketMs !== null;
    const variables = registry.find(deviceId)?.variables;
    for (const input of ofDevice) {
      const isSwitch = variables?.get(input.key)?.type === 'boolean';
      const values = (series[input.key]?.value ?? []).map((value) => (typeof value === 'number' ? value : null));
      lines.set(input, { times, values, isSwitch });
    }
  }
  const points = mergedPoints(inputs.map((input) => lines.get(input)));
  const machine = new FormulaMachine(formula);
  const values = points.map(({ at, given }) => {
    const result = machine.step(at, given);
    return result === null ? null : Number(result);
  });
  const times = points.map(({ at }) => at);
  return { from, to, unit: formula.unit, isCondition: formula.isCondition, thinned, times, values };
}

/** Points of all lines in the order of time. */
function mergedPoints(lines: readonly (Line | undefined)[]): FormulaPoint[] {
  const points = new Map<number, (InputValue | undefined)[]>();
  for (const [place, line] of lines.entries()) {
    for (const [index, at] of line?.times.entries() ?? []) {
      const given = points.get(at) ?? lines.map(() => undefined);
      const value = line?.values[index] ?? null;
      if (value !== null) given[place] = line?.isSwitch ? value >= 0.5 : value;
      points.set(at, given);
    }
  }
  return [...points].map(([at, given]) => ({ at, given })).sort((a, b) => a.at - b.at);
}
