import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { ChartGroup } from '../../../ui/charts/plot/chart-group.ts';
import { HistoryChart } from './history-chart.tsx';
import type { HistoryLine } from './history-lines.ts';

const to = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const line = (key: string, label: string, value: number[]): HistoryLine => ({
  espid: 'E1',
  key,
  name: `E1:${key}`,
  label,
  unit: '°C',
  hue: 1,
  decimals: 1,
  isSwitch: false,
  columns: { at: [to - 3 * hour, to - 2 * hour, to - hour], value, min: null, max: null },
  past: null,
});

type ChartProps = { group: ChartGroup; hours: number };

function Chart({ group, hours }: ChartProps) {
  return (
    <HistoryChart
      group={group}
      lines={[line('temp', 'Air', [20, 21, 22]), line('soil', 'Soil', [10, 11, 12])]}
      hidden={['E1:soil']}
      offline={[]}
      notes={[]}
      limits={[]}
      span={{ from: to - hours * hour, to }}
      onPick={null}
      onNote={null}
      onCursor={() => undefined}
    />
  );
}

/** A chart of two days, until it is zoomed into. */
function Zooming({ group }: Pick<ChartProps, 'group'>) {
  const [hours, setHours] = useState(48);
  return (
    <>
      <button type="button" onClick={() => setHours(4)}>
        Zoom
      </button>
      <Chart group={group} hours={hours} />
    </>
  );
}

const newGroup = () => new ChartGroup({ view: { from: to - 4 * hour, to }, onZoom: () => undefined, now: () => to });

it('names the time and the values under the crosshair, and where it stands', async () => {
  await renderInApp(<Chart group={newGroup()} hours={4} />);
  const chart = page.getByRole('slider');
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'No point chosen');
  await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/\d, Air: 22\.0 °C$/));
  await expect.element(chart).toHaveAttribute('aria-valuenow', '75');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/\d, Air: 21\.0 °C$/));
  await userEvent.keyboard('{Home}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/\d, Air: no data$/));
  await userEvent.keyboard('{Escape}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'No point chosen');
  await expect.element(chart).toHaveAttribute('aria-valuenow', '100');
});

it('shows seconds as soon as the range is shorter than a day', async () => {
  const { screen } = await renderInApp(<Zooming group={newGroup()} />);
  const chart = page.getByRole('slider');
  const time = () => document.querySelector('.chart-crosshair-time')?.textContent;
  await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(time).toMatch(/ \d\d:\d\d$/);
  await screen.getByRole('button', { name: 'Zoom' }).click();
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(time).toMatch(/ \d\d:\d\d:\d\d$/);
});
