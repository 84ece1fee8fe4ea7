import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import type { HistoryLine } from './history-lines.ts';
import { StatisticsTable } from './statistics-table.tsx';

const lineOf = (key: string, unit: string): HistoryLine => ({
  ...{ espid: 'ESP32-1', key, name: `ESP32-1:${key}`, label: key, unit, hue: 1, decimals: 1, isSwitch: false },
  columns: { at: [], value: [], min: null, max: null },
  past: null,
});

it.each([
  ['°C', [], ['Variable', 'Lowest', 'Highest', 'Average', 'Median', 'Last']],
  ['W', [], ['Variable', 'Lowest', 'Highest', 'Average', 'Median', 'Last', 'Total']],
  [
    '°C',
    [['ESP32-1:x', 30]],
    ['Variable', 'Lowest', 'Highest', 'Average', 'Median', 'Last', 'Threshold', 'Above', 'Below'],
  ],
] as const)('of %s with thresholds %j has the columns %j', async (unit, thresholds, columns) => {
  const { screen } = await renderInApp(
    <StatisticsTable
      lines={[lineOf('x', unit)]}
      present={[]}
      past={null}
      comparedWith={null}
      thresholds={new Map(thresholds)}
      onThreshold={() => undefined}
    />,
  );
  expect(
    screen
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(columns);
});
