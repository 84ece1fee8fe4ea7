import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
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

/** The field of a threshold of 30, and what hears of its changes. */
async function renderThreshold() {
  const onThreshold = vi.fn();
  const extreme = { value: 20, at: 1, withinMs: 0 };
  const figures = {
    ...{ count: 1, min: extreme, max: extreme, mean: 20, median: 20, last: 20, sum: 20 },
    ...{ coveredMs: 1, integral: 1, aboveMs: 0, belowMs: 1 },
  };
  const { screen } = await renderInApp(
    <StatisticsTable
      lines={[lineOf('x', '°C')]}
      present={[{ figures, estimated: false, failed: false }]}
      past={null}
      comparedWith={null}
      thresholds={new Map([['ESP32-1:x', 30]])}
      onThreshold={onThreshold}
    />,
  );
  return { screen, field: screen.getByRole('textbox', { name: 'Threshold of x' }), onThreshold };
}

it.each([
  ['30,5', 30.5],
  ['−5', -5],
  ['', null],
])('takes the threshold %j, and the field keeps the focus', async (text, value) => {
  const { field, onThreshold } = await renderThreshold();
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await field.fill(text);
  await userEvent.keyboard('{Enter}');
  expect(onThreshold).toHaveBeenCalledWith(value, 'ESP32-1:x');
  await expect.element(field).toHaveFocus();
});

it.each(['warm', '1,000'])('reports a threshold that is no number: %s', async (text) => {
  const { screen, field, onThreshold } = await renderThreshold();
  await field.fill(text);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Type a number, such as 1000 or 21.5.')).toBeVisible();
  await expect.element(field).toHaveAccessibleDescription('Type a number, such as 1000 or 21.5.');
  expect(onThreshold).not.toHaveBeenCalled();
});
