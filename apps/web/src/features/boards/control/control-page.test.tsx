import type { Command, ControlState } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { pressNow } from '../../../../test/press-now.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { commandOf, controlOf, outputOf } from '../../../../test/widgets.ts';
import { ControlPage } from './control-page.tsx';
import { controlQuery } from './control-query.ts';

const device = deviceOf({ family: 'other' });
const path = `/api/device/${device.espid}`;
const fan: ControlState = controlOf({ fan: {} });
const state: ControlState = {
  ...fan,
  pins: [{ pin: 'D5', gpio: 14, modes: ['digit'], note: null }],
  outputs: [outputOf()],
  events: fan.events.map((event) => ({ ...event, widget: 'switch' as const, reported: '0' })),
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

it('a pin that a level was written to is on when it is set up as a digital output', async () => {
  const calls = stubApi({
    [`GET ${path}/control`]: { ...state, outputs: [outputOf({ reported: 102, reportedAt: 1_000 })] },
    [`POST ${path}/io`]: { commands: [] },
  });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  const control = screen.getByRole('switch', { name: 'Pump' });
  await expect.element(control).toBeChecked();
  await control.click({ force: true });
  await expect
    .poll(() => callsOf(calls, 'POST').map(({ body }) => body))
    .toEqual([{ pins: [{ pin: 'D5', mode: 'digit', value: 0 }] }]);
});

it('a state that the board has not reported is neither on nor off', async () => {
  const events = state.events.map((event) => ({ ...event, reported: null }));
  stubApi({ [`GET ${path}/control`]: { ...state, outputs: [outputOf({ reported: null })], events } });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  for (const name of ['Pump: state not known yet', 'fan: state not known yet']) {
    await expect.element(screen.getByRole('switch', { name, exact: true })).toHaveAttribute('data-unknown');
  }
  await expect.poll(() => screen.getByText('State not known yet', { exact: true }).length).toBe(2);
});

it('the slider of an event has its number beside it', async () => {
  const events = slider.map((event) => ({ ...event, reported: '7' }));
  stubApi({ [`GET ${path}/control`]: { ...state, events } });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  await expect.element(screen.getByText('7', { exact: true })).toBeVisible();
});

/** Opens the page, and the set-up of what is on it. */
async function openSetUp(name: string, more: Partial<ControlState> = {}, replies: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ [`GET ${path}/control`]: { ...state, ...more }, ...replies });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  await screen.getByRole('button', { name: `Set up ${name}` }).click();
  return { screen, dialog: screen.getByRole('dialog'), calls };
}

const slider = state.events.map((event) => ({ ...event, widget: 'slider' as const, min: 0, max: 10, step: 1 }));

it('takes the limits of an event with a decimal comma', async () => {
  const { dialog, calls } = await openSetUp('fan', { events: slider }, { [`PUT ${path}/events/fan`]: state });
  await expect.element(dialog.getByLabelText('Minimum')).toHaveAttribute('inputmode', 'text');
  await dialog.getByLabelText('Minimum').fill('−1,5');
  await dialog.getByLabelText('Maximum').fill('');
  await dialog.getByLabelText('Step').fill('0,5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(calls, 'PUT')[0]?.body).toMatchObject({ min: -1.5, max: null, step: 0.5 });
});

it.each([
  ['Minimum', 'ten', 'Enter a number, such as 1000 or 21.5.'],
  ['Maximum', '1,000', 'Enter a number, such as 1000 or 21.5.'],
  ['Maximum', '1e999', 'Enter a number, such as 1000 or 21.5.'],
  ['Maximum', '0', 'Enter a number above the minimum.'],
  ['Step', '0', 'Enter a number above 0.'],
])('refuses a limit that the server would not take: %s %s', async (label, text, problem) => {
  const { dialog } = await openSetUp('fan', { events: slider });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect.element(save).not.toBeDisabled();
  await dialog.getByLabelText(label).fill(text);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(problem);
  await expect.element(save).toBeDisabled();
});

const text = state.events.map((event) => ({ ...event, widget: 'text' as const, reported: 'low' }));
type Screen = Awaited<ReturnType<typeof renderInApp>>['screen'];
describe.each([
  {
    what: 'the field of an event',
    field: (screen: Screen) => screen.getByRole('textbox', { name: 'fan', exact: true }),
    button: 'Send to fan',
    before: 'low',
    after: 'high',
  },
  {
    what: 'the line for any event',
    field: (screen: Screen) => screen.getByLabelText('Value', { exact: true }),
    button: 'Send',
    before: '',
    after: '',
  },
])('what is typed in $what', ({ field, button: name, before, after }) => {
  /** Types a value, and presses twice; the command is under way until `response`. */
  async function sendTwice(events = text) {
    const response = Promise.withResolvers<{ commands: Command[] } | Response>();
    const calls = stubApi({
      [`GET ${path}/control`]: { ...state, events },
      [`POST ${path}/event`]: () => response.promise,
    });
    const { screen, client } = await renderInApp(<ControlPage device={device} />);
    await expect.element(field(screen)).toHaveValue(before);
    await screen.getByLabelText('Event', { exact: true }).fill('fan');
    await field(screen).fill('high');
    const button = screen.getByRole('button', { name, exact: true });
    await pressNow(button);
    await pressNow(button);
    return { screen, client, button, response, bodies: () => callsOf(calls, 'POST').map(({ body }) => body) };
  }
  const accepted = { commands: [commandOf({ kind: 'event', target: 'fan', value: 'high', state: 'queued' })] };

  it('is sent once by a double click, also when it is accepted, or the board reports it, between the two', async () => {
    const { screen, client, button, response, bodies } = await sendTwice();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    response.resolve(accepted);
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await expect.element(field(screen)).toHaveValue(after);
    await pressNow(button);
    client.setQueryData(controlQuery(device.espid).queryKey, {
      ...state,
      events: text.map((event) => ({ ...event, reported: 'high', reportedAt: Date.now() })),
    });
    await expect.element(screen.getByText(/^Board reports high/)).toBeVisible();
    await expect.element(button).toBeDisabled();
    await pressNow(button);
    expect(bodies()).toEqual([{ name: 'fan', value: 'high' }]);
  });

  it('stays when it is refused', async () => {
    const { screen, button, response } = await sendTwice();
    response.resolve(refuse(409, 'limit_reached', 'Too many commands wait for this board.'));
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Too many commands wait/);
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await expect.element(field(screen)).toHaveValue('high');
  });

  it('stays when the question is cancelled, and is sent when it is confirmed', async () => {
    const { screen, button, response, bodies } = await sendTwice(text.map((event) => ({ ...event, locked: true })));
    const question = screen.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(field(screen)).toHaveValue('high');
    await button.click();
    await question.getByRole('button', { name: 'Switch' }).click();
    response.resolve(accepted);
    await expect.element(field(screen)).toHaveValue(after);
    expect(bodies()).toEqual([{ name: 'fan', value: 'high' }]);
  });
});

it('shows in the field of an event what the board reports, unless something is typed', async () => {
  stubApi({ [`GET ${path}/control`]: { ...state, events: text } });
  const { screen, client } = await renderInApp(<ControlPage device={device} />);
  const field = screen.getByRole('textbox', { name: 'fan', exact: true });
  const report = (reported: string) =>
    client.setQueryData(controlQuery(device.espid).queryKey, {
      ...state,
      events: text.map((event) => ({ ...event, reported, reportedAt: Date.now() })),
    });
  await expect.element(field).toHaveValue('low');
  report('high');
  await expect.element(field).toHaveValue('high');
  await field.fill('middle');
  report('low');
  await expect.element(screen.getByText(/^Board reports low/)).toBeVisible();
  await expect.element(field).toHaveValue('middle');
});

it('asks before it sends a locked event whose name is typed', async () => {
  const events = state.events.map((event) => ({ ...event, label: 'Cooling', locked: true }));
  const calls = stubApi({
    [`GET ${path}/control`]: { ...state, events },
    [`POST ${path}/event`]: { commands: [commandOf({ kind: 'event', target: 'fan' })] },
  });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  await screen.getByLabelText('Event', { exact: true }).fill('fan ');
  await screen.getByLabelText('Value', { exact: true }).fill('1');
  await screen.getByRole('button', { name: 'Send' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/Cooling/);
  expect(callsOf(calls, 'POST')).toEqual([]);
});

it.each(['output', 'event'] as const)('announces why a command for an %s failed', async (kind) => {
  const command = { kind, target: kind === 'output' ? 'D5' : 'fan', id: 7 };
  const at = [{ state: 'sent' as const }, { state: 'failed' as const, reason: 'The board did not answer.' }];
  stubApi({ [`GET ${path}/control`]: { ...state, commands: [commandOf({ ...command, ...at[0] })] } });
  const { screen, client } = await renderInApp(<ControlPage device={device} />);
  const place = screen.getByRole('status').nth(kind === 'output' ? 0 : 1);
  await expect.element(place).toHaveTextContent('sent, waiting for the board');
  const first = place.element();
  client.setQueryData(controlQuery(device.espid).queryKey, {
    ...state,
    commands: [commandOf({ ...command, ...at[1] })],
  });
  await expect.element(place).toMatchTextContent(/^failedThe board did not answer\.$/);
  expect(place.element()).toBe(first);
  await expect.element(place.getByText('The board did not answer.')).toBeVisible();
});

it.each([
  ['failed', 'The board did not answer within 5 s.'],
  ['expired', 'The board did not come back in time.'],
] as const)('sends what was typed for an event again, once, after it has %s', async (end, reason) => {
  const failed = commandOf({ kind: 'event', target: 'fan', value: 'high', state: end, reason });
  const response = Promise.withResolvers<{ commands: Command[] }>();
  const calls = stubApi({
    [`GET ${path}/control`]: { ...state, events: text, commands: [failed] },
    [`POST ${path}/event`]: () => response.promise,
  });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  const again = screen.getByRole('button', { name: 'Send again to fan' });
  await again.click();
  await expect.element(again).toBeDisabled();
  response.resolve({ commands: [commandOf({ ...failed, id: 2, state: 'queued', reason: null })] });
  await expect.element(again).not.toBeInTheDocument();
  expect(callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ name: 'fan', value: 'high' }]);
});

it('names each button by its pin or event', async () => {
  const failed = commandOf({ kind: 'output', target: 'D5', mode: 'digit', state: 'failed' });
  const outputs = [outputOf(), outputOf({ pin: 'D6', name: 'Valve', momentaryMs: 5_000 })];
  const pins = ['D5', 'D6', 'D7'].map((pin) => ({ pin, gpio: 14, modes: ['digit' as const], note: null }));
  const events = [...text, ...controlOf({ bell: { widget: 'button', label: 'Bell' } }).events];
  stubApi({ [`GET ${path}/control`]: { pins, outputs, events, commands: [failed] } });
  const { screen } = await renderInApp(<ControlPage device={device} />);
  const named = [
    ['Send again to Pump', ''],
    ['Run 5 s: Valve', 'Run 5 s'],
    ['Set up pin D7', 'Set up'],
    ['Press Bell', 'Press'],
    ['Send to fan', 'Send'],
  ] as const;
  for (const [name, visible] of named) {
    await expect.element(screen.getByRole('button', { name, exact: true })).toHaveTextContent(visible);
  }
});

it('refuses seconds with separators between their digits', async () => {
  const { dialog } = await openSetUp('Pump');
  await dialog.getByRole('switch', { name: 'Switch back automatically' }).click({ force: true });
  await dialog.getByLabelText('Seconds until it switches back').fill('1,800');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Enter a number, such as 1000 or 21.5.');
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('changes no limit of an event whose control has none', async () => {
  const { screen, dialog, calls } = await openSetUp('fan', { events: slider }, { [`PUT ${path}/events/fan`]: state });
  await dialog.getByLabelText('Step').fill('x');
  await dialog.getByRole('button', { name: /Control type/ }).click();
  await screen.getByRole('option', { name: 'Text' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(calls, 'PUT')[0]?.body).toMatchObject({ widget: 'text', min: 0, max: 10, step: 1 });
});

it('sends a button once, unless that is changed', async () => {
  const { screen, dialog, calls } = await openSetUp('fan', { events: slider }, { [`PUT ${path}/events/fan`]: state });
  await dialog.getByRole('button', { name: /Control type/ }).click();
  await screen.getByRole('option', { name: 'Button (sends 1)' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(calls, 'PUT')[0]?.body).toMatchObject({ widget: 'button', momentary: true });
});

it.each([
  ['that was tried', { widget: 'slider' as const, momentary: false }, 'Button (sends 1)'],
  ['that it was', { widget: 'button' as const, momentary: true }, null],
])('leaves nothing momentary behind a button %s', async (_, event, tried) => {
  const events = slider.map((one) => ({ ...one, ...event }));
  const { screen, dialog, calls } = await openSetUp('fan', { events }, { [`PUT ${path}/events/fan`]: state });
  for (const name of [tried, 'Text']) {
    if (!name) continue;
    await dialog.getByRole('button', { name: /Control type/ }).click();
    await screen.getByRole('option', { name }).click();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(calls, 'PUT')[0]?.body).toMatchObject({ widget: 'text', momentary: false });
});

it.each([
  {
    name: 'Pump',
    target: `${path}/outputs/D5`,
    settings: { mode: 'digit', name: 'Pump', locked: true, momentaryMs: 500 },
    more: { outputs: [outputOf({ locked: true, momentaryMs: 500 })] },
  },
  {
    name: 'fan',
    target: `${path}/events/fan`,
    settings: {
      label: null,
      widget: 'slider',
      min: 0,
      max: 10,
      step: 1,
      choices: [],
      locked: false,
      momentary: false,
    },
    more: { events: slider },
  },
])('removes $name once, and undoes it', async ({ name, target, settings, more }) => {
  const removed = Promise.withResolvers<ControlState>();
  const { screen, dialog, calls } = await openSetUp(name, more, {
    [`DELETE ${target}`]: () => removed.promise,
    [`PUT ${target}`]: { ...state, ...more },
  });
  const remove = dialog.getByRole('button', { name: 'Remove' });
  await remove.click();
  await expect.element(remove).toHaveAttribute('aria-busy', 'true');
  await remove.click({ force: true });
  removed.resolve({ ...state, outputs: [], events: [] });
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(calls, 'DELETE')).toHaveLength(1);
  await expect.element(screen.getByText(`${name} removed`)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: `Set up ${name}` })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('button', { name: `Set up ${name}` })).toBeVisible();
  expect(callsOf(calls, 'PUT').map(({ body }) => body)).toEqual([settings]);
});
