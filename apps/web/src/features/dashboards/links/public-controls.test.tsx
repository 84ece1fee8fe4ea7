import type { Command, ControlState, OpenDashboard, Widget } from '@cyno/contract';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pressNow } from '../../../../test/press-now.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { TalkingSocket } from '../../../../test/shell.ts';
import { callsOf, stubApi } from '../../../../test/stub-api.ts';
import { controlOf, outputOf } from '../../../../test/widgets.ts';
import { PublicPage } from './public-page.tsx';

const place = { y: 0, width: 3, height: 3 };
const widgets: Widget[] = [
  {
    id: 'pump',
    x: 0,
    ...place,
    content: { type: 'switch', title: 'Pump', target: { kind: 'output', pin: 'D5', mode: 'digit' } },
  },
  {
    id: 'fan',
    x: 3,
    ...place,
    content: {
      type: 'slider',
      title: 'Fan',
      target: { kind: 'event', name: 'fan' },
      unit: '%',
      min: 0,
      max: 100,
      step: 1,
    },
  },
];
const deviceOf = (device: string, name: string): OpenDashboard['devices'][number] => ({
  device,
  name,
  variables: [],
  online: true,
  onlineChangedAt: null,
  lastSeenAt: null,
  timeZone: null,
  location: null,
});

/** Opens a dashboard with a device picker by its public link. */
async function open(
  control: (device: string | null) => Promise<Partial<ControlState>>,
  accepted: Promise<{ commands: Command[] }> = Promise.resolve({ commands: [] }),
) {
  vi.stubGlobal('WebSocket', TalkingSocket);
  const calls = stubApi({
    'GET /api/public/dashboard': (): OpenDashboard => ({
      state: 'open',
      now: Date.now(),
      name: 'Hall',
      version: 1,
      expiresAt: null,
      choices: ['1', '2'],
      exposed: ['pump', 'fan'],
      playback: false,
      widgets,
      devices: [deviceOf('1', 'North'), deviceOf('2', 'South')],
    }),
    'GET /api/public/dashboard/control': async ({ query }) => ({
      outputs: [],
      events: [],
      commands: [],
      ...(await control(query.get('device'))),
    }),
    'POST /api/public/dashboard/commands': () => accepted,
  });
  await renderInApp(<PublicPage onName={() => {}} />, { route: '/view/:token', at: `/view/${crypto.randomUUID()}` });
  return () => callsOf(calls, 'POST').map(({ body }) => body);
}

const pump = page.getByRole('switch', { name: /^Pump/ });
const fan = page.getByRole('slider', { name: 'Fan' });
const toPump = (value: number) => ({ kind: 'io', device: '1', pins: [{ pin: 'D5', mode: 'digit', value }] });

it('is operated when its controls are known, and asks then about what is locked', async () => {
  const known = Promise.withResolvers<Partial<ControlState>>();
  const sent = await open(() => known.promise);
  await expect.element(pump).toBeDisabled();
  await expect.element(fan).toBeDisabled();
  known.resolve({ outputs: [outputOf({ locked: true })] });
  await expect.element(fan).not.toBeDisabled();
  await pump.click({ force: true });
  const question = page.getByRole('alertdialog', { name: 'Pump on?' });
  await expect.element(question).toBeVisible();
  expect(sent()).toEqual([]);
  await question.getByRole('button', { name: 'Switch' }).click();
  await expect.poll(sent).toEqual([toPump(1)]);
});

it('takes a second press for the opposite of what is on its way', async () => {
  const accepted = Promise.withResolvers<{ commands: Command[] }>();
  const sent = await open(async () => ({ outputs: [outputOf()] }), accepted.promise);
  await expect.element(pump).not.toBeDisabled();
  await pump.click({ force: true });
  await expect.element(pump).toHaveAttribute('aria-busy', 'true');
  await pump.click({ force: true });
  await expect.poll(sent).toEqual([toPump(1), toPump(0)]);
  accepted.resolve({ commands: [] });
  await expect.element(pump).not.toHaveAttribute('aria-busy');
});

it('sends what was drawn to the device for which it was, when another one is chosen at once', async () => {
  const sent = await open(async (device) => controlOf({ fan: { reported: device === '1' ? '12' : '20' } }));
  await expect.element(fan).not.toBeDisabled();
  const slider = fan.element() as HTMLInputElement;
  await page.getByRole('button', { name: /Device/ }).click();
  const south = page.getByRole('option', { name: 'South' });
  await expect.element(south).toBeVisible();
  // By itself, because the open list covers the page, and at once, because a hand that rests has chosen.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, '40');
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await pressNow(south);
  await expect.poll(sent).toEqual([{ kind: 'event', device: '1', name: 'fan', value: '40' }]);
  await expect.element(fan).toHaveAttribute('aria-valuetext', '20 %');
});
