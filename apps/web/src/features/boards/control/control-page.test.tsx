import type { Command, ControlState } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { commandOf, controlOf, outputOf } from '../../../../test/widgets.ts';
import { ControlPage } from './control-page.tsx';

const device = deviceOf({ family: 'other' });
const path = `/api/device/${device.espid}`;
const fan: ControlState = controlOf({ fan: {} });
const state: ControlState = {
  ...fan,
  pins: [{ pin: 'D5', gpio: 14, modes: ['digit'], note: null }],
  outputs: [outputOf()],
  events: fan.events.map((event) => ({ ...event, widget: 'switch' as const })),
};

/** Opens the page, and presses a switch, whose command is under way until `response`. */
async function press(name: string, post: 'io' | 'event') {
  const response = Promise.withResolvers<{ commands: Command[] } | Response>();
  const calls = stubApi({ [`GET ${path}/control`]: state, [`POST ${path}/${post}`]: () => response.promise });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  const control = screen.getByRole('switch', { name });
  await control.click({ force: true });
  await expect.element(control).toHaveAttribute('aria-busy', 'true');
  await expect.element(control).not.toBeChecked();
  return { screen, control, response, bodies: () => callsOf(calls, 'POST').map(({ body }) => body) };
}

const cases = [
  {
    name: 'Pump',
    post: 'io',
    bodyOf: (value: number) => ({ pins: [{ pin: 'D5', mode: 'digit', value }] }),
    command: { kind: 'output', target: 'D5', mode: 'digit' },
  },
  {
    name: 'fan',
    post: 'event',
    bodyOf: (value: number) => ({ name: 'fan', value: String(value) }),
    command: { kind: 'event', target: 'fan' },
  },
] as const;

it.each(cases)('a second press of the switch $name requests the opposite of what is on its way', async (one) => {
  const { screen, control, response, bodies } = await press(one.name, one.post);
  await control.click({ force: true });
  await expect.poll(bodies).toEqual([one.bodyOf(1), one.bodyOf(0)]);
  response.resolve({ commands: [commandOf({ ...one.command, value: '0', state: 'queued', answeredAt: null })] });
  await expect.element(screen.getByText('sending').first()).toBeVisible();
  await expect.element(control).toHaveAttribute('aria-busy', 'true');
});

it.each(cases)('what was requested with the switch $name is forgotten when it is refused', async (one) => {
  const { screen, control, response, bodies } = await press(one.name, one.post);
  response.resolve(refuse(409, 'limit_reached', 'Too many commands wait for this board.'));
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Too many commands wait/);
  await expect.element(control).not.toHaveAttribute('aria-busy');
  await control.click({ force: true });
  await expect.poll(bodies).toEqual([one.bodyOf(1), one.bodyOf(1)]);
});
