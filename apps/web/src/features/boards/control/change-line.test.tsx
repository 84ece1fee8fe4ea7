import type { Actor, AutomationRun } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { ChangeLine } from './change-line.tsx';

const { espid } = deviceOf();
const dueAt = Date.UTC(2026, 10, 21, 7);
const value = {
  kind: 'value',
  label: 'Soil',
  device: null,
  unit: '%',
  value: 12,
  comparison: '<',
  threshold: 20,
} as const;
const alert = { kind: 'alert', name: 'Too hot', state: 'active', device: 'Pond' } as const;
const run: AutomationRun = {
  ...{ id: 9, automationId: 4, phase: 'start', step: 2, dueAt, at: dueAt, outcome: 'done', why: '', result: '' },
  whyReport: [
    { code: 'held', facts: [value], seconds: 300 },
    { code: 'continued', facts: [alert] },
  ],
  resultReport: [],
};
const runsPath = `GET /api/device/${espid}/automations/runs`;
const show = (by: Actor) =>
  renderInApp(<ChangeLine espid={espid} kind="output" target="D1" name="Pump" text="On" at={dueAt} by={by} />);
const reference = { automation: 4, dueAt, phase: 'start', step: 2 } as const;

it('names the condition with the value that it had, the alert and the step of an automation', async () => {
  const calls = stubApi({
    [runsPath]: { runs: [{ ...run, step: 0 }, run] },
  });
  const { screen } = await show({ kind: 'rule', name: 'Dry', run: reference });
  await expect
    .element(
      screen.getByText(
        'Soil was 12 %, below 20 for 5 minutes. It continued: alert "Too hot" of Pond is active. This was step 3.',
      ),
    )
    .toBeInTheDocument();
  expect(calls.map(({ query }) => String(query))).toEqual([`automation=4&dueAt=${dueAt}`]);
});

it('says who did it when the log has the run no more', async () => {
  stubApi({ [runsPath]: { runs: [] } });
  const { screen } = await show({ kind: 'rule', name: 'Dry', run: reference });
  await expect.element(screen.getByRole('link', { name: 'by rule “Dry”' })).toBeInTheDocument();
  await expect.element(screen.getByText(/This was step/)).not.toBeInTheDocument();
});
