import type { Device, HistoryResponse } from '@cyno/contract';
import { formatFigure, variableKind } from '../../../lib/format/variable-kind.ts';
import { pointUnder } from '../../../ui/charts/plot/chart-points.ts';
import type { SeriesColumns, TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { type HistoryView, nameOf, type VariableName } from './history-address.ts';
import { lineColumns } from './line-columns.ts';

/** How a chosen variable looks and what it is called. */
export type LineStyle = VariableName & {
  name: string;
  /** Its name, with the device's when there are several. */
  label: string;
  unit: string;
  hue: number;
  decimals: number | null;
  isSwitch: boolean;
};

/** A chosen variable with what is drawn of it; `past` is the earlier period, moved to the present one. */
export type HistoryLine = LineStyle & { columns: SeriesColumns; past: SeriesColumns | null };

/** The content of the responses of one device. */
export type DeviceHistory = { espid: string; present: HistoryResponse | undefined; past: HistoryResponse | undefined };

/** The numeric variables of a device that can be drawn. */
export const drawable = (device: Device) => device.variables.filter((variable) => variableKind(variable) !== 'text');

/** Looks of the chosen variables that are there; variables of one hue get their own next to each other. */
export function lineStylesOf(devices: readonly Device[], variables: readonly VariableName[]): LineStyle[] {
  const several = new Set(variables.map(({ espid }) => espid)).size > 1;
  const taken = new Set<number>();
  return variables.flatMap(({ espid, key }) => {
    const device = devices.find((each) => each.espid === espid);
    const variable = device && drawable(device).find((each) => each.key === key);
    if (!variable) return [];
    let { hue } = variable;
    while (taken.has(hue) && taken.size < 8) hue = (hue % 8) + 1;
    taken.add(hue);
    const { label, unit, decimals } = variable;
    return [
      {
        espid,
        key,
        name: nameOf({ espid, key }),
        label: several ? `${label}, ${device.name}` : label,
        unit,
        hue,
        decimals,
        isSwitch: variableKind(variable) === 'switch',
      },
    ];
  });
}

/** The value of a line's points under a crosshair with its unit; null where none is near. */
export function figureUnder(line: LineStyle, columns: SeriesColumns, at: number, view: TimeSpan): string | null {
  const near = pointUnder(columns, at, view);
  return near && `${formatFigure(line, near.value)} ${line.unit}`.trim();
}

/** Lines of the chosen variables. */
export function linesOf(
  styles: readonly LineStyle[],
  histories: readonly DeviceHistory[],
  shiftMs: number | null,
): HistoryLine[] {
  return styles.map((style) => {
    const own = histories.find(({ espid }) => espid === style.espid);
    const empty: SeriesColumns = { at: [], value: [], min: null, max: null };
    return {
      ...style,
      columns: own?.present ? lineColumns(own.present, style.key) : empty,
      past: shiftMs !== null && own?.past ? lineColumns(own.past, style.key, shiftMs) : null,
    };
  });
}

/** When a device of the view was offline; what a second device missed is not distinguished from the first. */
export function offlineOf(histories: readonly DeviceHistory[], espid: string): readonly TimeSpan[] {
  return histories.find((each) => each.espid === espid)?.present?.offline ?? [];
}

/** Which lines share a chart: two units at most have axes of their own; stacked, each line stands alone. */
export function chartsOf(lines: readonly HistoryLine[], { stacked }: Pick<HistoryView, 'stacked'>): HistoryLine[][] {
  if (stacked) return lines.map((line) => [line]);
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const charts: HistoryLine[][] = [];
  for (let first = 0; first < units.length; first += 2) {
    const own = units.slice(first, first + 2);
    charts.push(lines.filter(({ unit }) => own.includes(unit)));
  }
  return charts;
}
