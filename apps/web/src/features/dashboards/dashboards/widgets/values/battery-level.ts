import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';

type Battery = Pick<Extract<WidgetContent, { type: 'battery' }>, 'chemistry' | 'cells'>;

/**
 * Voltage of one resting cell at a share of its charge, percent: lithium-ion cells of 3.7 V, and lead-acid cells of 2 V, as data
 * sheets of usual cells give them. Under load a cell shows less.
 */
const curves: Record<
  Exclude<Battery['chemistry'], 'percent'>,
  readonly (readonly [volts: number, percent: number])[]
> = {
  lithium: [
    [3.27, 0],
    [3.61, 5],
    [3.69, 10],
    [3.73, 20],
    [3.77, 30],
    [3.8, 40],
    [3.84, 50],
    [3.87, 60],
    [3.95, 70],
    [4.02, 80],
    [4.11, 90],
    [4.2, 100],
  ],
  lead: [
    [1.75, 0],
    [1.94, 20],
    [1.98, 40],
    [2.04, 60],
    [2.08, 80],
    [2.12, 100],
  ],
};

const clamp = (percent: number) => Math.min(100, Math.max(0, percent));

/** How full a battery is, percent, from what is measured of it. */
export function batteryLevel(value: number, { chemistry, cells }: Battery): number {
  if (chemistry === 'percent') return clamp(value);
  const curve = curves[chemistry];
  const volts = value / cells;
  const index = curve.findIndex(([at]) => volts <= at);
  const above = curve[index];
  if (!above) return 100;
  const below = curve[index - 1];
  if (!below) return 0;
  return clamp(below[1] + ((volts - below[0]) / (above[0] - below[0])) * (above[1] - below[1]));
}

/** What a level means: below 10 % it is nearly empty, below 25 % low. */
export function batteryLabel(percent: number): { tone: 'good' | 'warning' | 'danger'; word: string } {
  if (percent < 10) return { tone: 'danger', word: t`nearly empty` };
  return percent < 25 ? { tone: 'warning', word: t`low` } : { tone: 'good', word: '' };
}
