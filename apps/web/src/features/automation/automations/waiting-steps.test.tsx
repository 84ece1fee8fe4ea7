import { automation as automationSchema } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../test/stub-api.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { namesOf } from '../definitions/index.ts';
import { WaitingSteps } from './waiting-steps.tsx';

const device = deviceOf({});
const { espid } = device;
const names = namesOf([device], new Map());
const at = Date.UTC(2026, 10, 21, 14, 5);
const atText = (instant: number) => formatDateTime(instant, { seconds: true, timeZone: 'UTC' });
const off = { kind: 'output', pin: 'D1', mode: 'digit', value: 0 } as const;
const automation = automationSchema.parse({
  ...{ id: 40, espid, name: null, enabled: true, nextAt: null, active: null, lastRun: null },
  definition: { kind: 'timer', at: { type: 'time', secondOfDay: 0 }, repeat: { type: 'daily' }, action: off },
  placement: { where: 'server', reason: '', note: null, delivered: null },
  waiting: [
    { at, step: off },
    { at: at + 60_000, step: null },
  ],
});

it('names what waits and until when, and cancels it', async () => {
  const calls = stubApi({ [`DELETE /api/device/${espid}/automations/40/waiting`]: { ...automation, waiting: [] } });
  const props = { automation, here: espid, names, timeZone: 'UTC' };
  const { screen } = await renderInApp(<WaitingSteps {...props} canCancel />);
  const steps = screen.getByRole('list', { name: 'Waiting steps' }).getByRole('listitem');
  await expect.element(steps.first()).toHaveTextContent(`Waits until ${atText(at)}, then: turn D1 off`);
  await expect.element(steps.last()).toHaveTextContent(`Waits until ${atText(at + 60_000)}, then starts again.`);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => callsOf(calls, 'DELETE')).toHaveLength(1);
});

it('is not cancelled by who may only look', async () => {
  stubApi({});
  const props = { automation, here: espid, names, timeZone: 'UTC' };
  const { screen } = await renderInApp(<WaitingSteps {...props} canCancel={false} />);
  await expect.element(screen.getByRole('list', { name: 'Waiting steps' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
});
