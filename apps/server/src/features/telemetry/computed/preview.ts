import type { ComputedPreview } from '@cyno/contract';
import { type Formula, FormulaMachine } from '@cyno/formula';
import type { Clock } from '../../../platform/clock.ts';
import type { TelemetryReader } from '../history/index.ts';
import type { DeviceRegistry } from '../variables/index.ts';
import type { FormulaInput } from './active-formula.ts';

const hourMs = 3_600_000;
/** As many as a chart shows; of more messages averages are taken, so that a preview costs the same for all. */
const maxPoints = 1_000;

interface PreviewDeps {
  readonly reader: Pick<TelemetryReader, 'history'>;
  readonly registry: DeviceRegistry;
  readonly clock: Clock;
}

interface PreviewOf {
  readonly deviceId: number;
  readonly formula: Formula;
  readonly inputs: readonly FormulaInput[];
  readonly hours: number;
}

/** What a formula would have made of the last hours. */
export async function previewFormula(
  { reader, registry, clock }: PreviewDeps,
  { deviceId, formula, inputs, hours }: PreviewOf,
): Promise<ComputedPreview> {
  const to = clock.now();
  const from = to - hours * hourMs;
  const keys = inputs.map(({ key }) => key);
  const { times, series, bucketMs } = await reader.history(deviceId, {
    from,
    to: to + 1,
    points: maxPoints,
    keys: keys.join(','),
  });
  const variables = registry.find(deviceId)?.variables;
  const isSwitch = keys.map((key) => variables?.get(key)?.type === 'boolean');
  const machine = new FormulaMachine(formula);
  const values = times.map((at, index) => {
    const given = formula.inputs.map(({ key }, place) => {
      const value = series[key]?.value[index];
      if (typeof value !== 'number') return undefined;
      return isSwitch[place] ? value >= 0.5 : value;
    });
    const result = machine.step(at, given);
    return result === null ? null : Number(result);
  });
  return { from, to, unit: formula.unit, isCondition: formula.isCondition, thinned: bucketMs !== null, times, values };
}
