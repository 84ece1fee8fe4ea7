import { expect, it } from 'vitest';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { namesOf } from '../../definitions/index.ts';
import { FollowingSteps } from './following-steps.tsx';

const device = deviceOf({});
const names = namesOf([device], new Map());
const at = Date.UTC(2026, 10, 21, 14, 5);

it('names each step with its time, and why the rest is left out', async () => {
  const condition = { espid: device.espid, key: 'soil', comparison: '<', threshold: 20, release: null } as const;
  const steps = [
    { at, step: { kind: 'output', pin: 'D1', mode: 'digit', value: 0 } as const, left: null, leftReport: [] },
    { at: at + 60_000, step: { kind: 'if', condition } as const, left: 'soil was 30, not below 20.', leftReport: [] },
  ];
  const { screen } = await renderInApp(
    <FollowingSteps steps={steps} espid={device.espid} names={names} timeZone="UTC" />,
  );
  const time = (instant: number) => formatDateTime(instant, { seconds: true, timeZone: 'UTC' });
  const items = screen.getByRole('listitem');
  await expect.element(items.first()).toHaveTextContent(`${time(at)}: turn D1 off`);
  await expect
    .element(items.last())
    .toHaveTextContent(
      `${time(at + 60_000)}: continue only if soil is below 20. soil was 30, not below 20. The rest is skipped.`,
    );
});
