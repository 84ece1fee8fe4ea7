import { expect, test } from 'vitest';
import type { DashboardScope } from './dashboard-scope.ts';
import { SharedDashboards } from './shared-dashboards.service.ts';

test('a chart is read again after the clock was set back', async () => {
  const clock = { at: 86_400_000, now: () => clock.at };
  const ends: number[] = [];
  const reader = {
    history: async (_: number, { to }: { to: number }) => {
      ends.push(to);
      return { bucketMs: null, times: [], series: {} };
    },
  };
  const shared = new SharedDashboards({ clock, telemetry: { reader } } as never);
  const widgets = [{ content: { type: 'chart', keys: ['temp'], minutes: 60 } }];
  const scope = { byNumber: new Map([['1', { device: { id: 1 }, widgets }]]) } as unknown as DashboardScope;
  const show = () => shared.history(scope, { device: '1', minutes: 60 });
  await show();
  await show();
  clock.at = 3_600_000;
  await show();
  expect(ends).toEqual([86_400_000, 3_600_000]);
});
