import type { Command, WidgetContent } from '@cyno/contract';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { deviceOf, variableOf } from '../../../../../../test/devices.ts';
import { pressNow } from '../../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../../test/render.tsx';
import { commandOf, controlOf, historyOf, widgetDataOf } from '../../../../../../test/widgets.ts';
import { ApiError } from '../../../../../lib/api/api-client.ts';
import type { CommandRequest } from '../../../../boards/control/index.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetView } from '../widget-view.tsx';
import type { ControlContent } from './control-props.ts';

const pump = { kind: 'event', name: 'pump' } as const;
const title = 'Control';
const range = { unit: '°C', min: 10, max: 30, step: 0.5 };
const options = [
  { value: 'a', label: 'Auto' },
  { value: 'b', label: 'By hand' },
];
const switchOf = (target: ControlContent['target'] = pump) => ({ type: 'switch', title, target }) as const;
const stepper = { type: 'stepper', title, target: pump, ...range } as const;
const number: WidgetContent = { type: 'number', title, target: pump, unit: 's', min: 0, max: 600, step: 5 };
const message = { type: 'message', title, target: pump } as const;
const terminal: WidgetContent = { type: 'terminal', title, target: pump, keys: [] };
const colour: WidgetContent = { type: 'colour', title, target: pump, format: 'hex' };
const slider = { type: 'slider', title, target: pump, ...range } as const;
const kinds: WidgetContent[] = [
  switchOf(),
  { type: 'button', title, target: pump, value: '1' },
  slider,
  stepper,
  number,
  { type: 'choice', title, target: pump, options },
  colour,
  message,
  terminal,
];

/** Draws a control; `sent` are the requests of it so far. */
async function show(content: WidgetContent, more: Parameters<typeof widgetDataOf>[0] = {}) {
  const sent: CommandRequest[] = [];
  const send = async (command: CommandRequest) => sent.push(command);
  const data: WidgetData = widgetDataOf({ control: controlOf({ pump: {} }), send, ...more });
  const { screen } = await renderInApp(<WidgetView content={content} data={data} />);
  return { screen, sent, card: screen.getByRole('region', { name: title, exact: true }) };
}

const eventOf = (value: string): CommandRequest => ({ kind: 'event', name: 'pump', value });
const press = (card: Locator, name: string) => card.getByRole('button', { name, exact: true }).click();
const type = (card: Locator, text: string) => card.getByRole('textbox').fill(text);

afterEach(() => {
  vi.useRealTimers();
});

describe('a control sends what is chosen', () => {
  const output = (mode: 'digit' | 'pwm') => ({ kind: 'output', pin: 'D1', mode }) as const;
  const toPin = (mode: 'digit' | 'pwm', value: number): CommandRequest => ({
    kind: 'io',
    pins: [{ pin: 'D1', mode, value }],
  });
  const slide = (card: Locator) => card.getByRole('slider').fill('11');
  const cases: {
    what: string;
    content: WidgetContent;
    operate: (card: Locator) => Promise<unknown>;
    command: CommandRequest;
  }[] = [
    {
      what: 'a switch',
      content: switchOf(),
      operate: (card) => card.getByRole('switch').click({ force: true }),
      command: eventOf('1'),
    },
    {
      what: 'a switch of a pin',
      content: switchOf(output('digit')),
      operate: (card) => card.getByRole('switch').click({ force: true }),
      command: toPin('digit', 1),
    },
    {
      what: 'a button',
      content: { type: 'button', title, target: pump, value: 'beep' },
      operate: (card) => press(card, title),
      command: eventOf('beep'),
    },
    {
      what: 'a slider',
      content: { type: 'slider', title, target: pump, ...range, step: 1 },
      operate: slide,
      command: eventOf('11'),
    },
    {
      what: 'a slider of a pin',
      content: { type: 'slider', title, target: output('pwm'), unit: '', min: 0, max: 255, step: 1 },
      operate: slide,
      command: toPin('pwm', 11),
    },
    {
      what: 'a choice',
      content: { type: 'choice', title, target: pump, options },
      async operate(card) {
        await card.getByRole('button').click();
        await page.getByRole('option', { name: 'By hand' }).click();
      },
      command: eventOf('b'),
    },
    {
      what: 'a number, in steps from its lowest value',
      content: number,
      async operate(card) {
        await type(card, '61');
        await press(card, 'Set');
      },
      command: eventOf('60'),
    },
    {
      what: 'a colour',
      content: { type: 'colour', title, target: pump, format: 'rgb' },
      async operate(card) {
        await card.getByLabelText(title).fill('#ff8000');
        await press(card, 'Set');
      },
      command: eventOf('255;128;0'),
    },
    {
      what: 'a line of text, without the blanks around it',
      content: message,
      async operate(card) {
        await type(card, ' good morning ');
        await press(card, 'Send');
      },
      command: eventOf('good morning'),
    },
    {
      what: 'a line of a terminal',
      content: terminal,
      async operate(card) {
        await type(card, 'status');
        await press(card, 'Send');
      },
      command: eventOf('status'),
    },
  ];
  it.each(cases)('$what', async ({ content, operate, command }) => {
    const { card, sent } = await show(content);
    await operate(card);
    await expect.poll(() => sent).toEqual([command]);
  });
});

it('sends several steps in a row as one', async () => {
  const { card, sent } = await show(stepper);
  const up = card.getByRole('button', { name: 'Control: increase by 0.5' });
  await expect.element(up).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await pressNow(up);
  await pressNow(up);
  await expect.element(card.getByRole('status').first()).toMatchTextContent('11 °C');
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([eventOf('11')]);
});

it('turns a switch that is on off again', async () => {
  const { card, sent } = await show(switchOf(), { control: controlOf({ pump: { reported: '1' } }) });
  await expect.element(card.getByRole('switch')).toBeChecked();
  await card.getByRole('switch').click({ force: true });
  await expect.poll(() => sent).toEqual([eventOf('0')]);
});

it('refuses a number out of its range, and shows which it takes', async () => {
  const { card, sent } = await show(number);
  await type(card, '9000');
  await press(card, 'Set');
  await expect.element(card.getByRole('alert')).toHaveTextContent('Enter a number from 0 to 600.');
  await type(card, '600');
  await expect.element(card.getByRole('alert')).not.toBeInTheDocument();
  await press(card, 'Set');
  await expect.poll(() => sent).toEqual([eventOf('600')]);
});

it('sends no text with what ends one for a board', async () => {
  const { card, sent } = await show(message);
  await type(card, 'a: b');
  await expect.element(card.getByRole('alert')).toMatchTextContent('Remove colons and commas');
  await press(card, 'Send');
  await type(card, 'a b');
  await press(card, 'Send');
  await expect.poll(() => sent).toEqual([eventOf('a b')]);
  await expect.element(card.getByRole('textbox')).toHaveValue('');
});

describe('what is typed or chosen', () => {
  const box = (card: Locator) => card.getByRole('textbox');
  const well = (card: Locator) => card.getByLabelText(title);
  const drafts = [
    { content: message, field: box, value: 'good morning', newer: 'good night', after: '', button: 'Send' },
    { content: terminal, field: box, value: 'status', newer: 'reset', after: '', button: 'Send' },
    { content: number, field: box, value: '60', newer: '90', after: '', button: 'Set' },
    { content: colour, field: well, value: '#ff8000', newer: '#0000ff', after: '#ffffff', button: 'Set' },
  ];

  it.each(drafts)('of a $content.type stays when it is refused', async ({ content, field, value, button }) => {
    const refusal = new ApiError('Too many commands wait for this board.', { status: 409, code: 'limit_reached' });
    const { screen, card } = await show(content, { send: () => Promise.reject(refusal) });
    await field(card).fill(value);
    await press(card, button);
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.element(card.getByRole('button', { name: button })).not.toHaveAttribute('aria-busy');
    await expect.element(field(card)).toHaveValue(value);
  });

  it.each(drafts)('of a $content.type stays when the question is cancelled', async (one) => {
    const { screen, card, sent } = await show(one.content, { control: controlOf({ pump: { locked: true } }) });
    await one.field(card).fill(one.value);
    await press(card, one.button);
    await press(screen.getByRole('alertdialog'), 'Cancel');
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(one.field(card)).toHaveValue(one.value);
    await press(card, one.button);
    await press(screen.getByRole('alertdialog'), 'Switch');
    await expect.element(one.field(card)).toHaveValue(one.after);
    expect(sent).toHaveLength(1);
  });

  it.each(drafts)('of a $content.type goes when it is accepted, but not what is newer', async (one) => {
    const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sent: CommandRequest[] = [];
    const send = (command: CommandRequest) => responses[sent.push(command) - 1]?.promise ?? Promise.resolve();
    const { card } = await show(one.content, { send });
    const button = card.getByRole('button', { name: one.button });
    await one.field(card).fill(one.value);
    await press(card, one.button);
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await expect.element(one.field(card)).toHaveValue(one.value);
    await one.field(card).fill(one.newer);
    responses[0]?.resolve();
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await expect.element(one.field(card)).toHaveValue(one.newer);
    await press(card, one.button);
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    responses[1]?.resolve();
    await expect.element(one.field(card)).toHaveValue(one.after);
  });
});

it('shows the lines of a terminal in their order, those that were sent and those that came', async () => {
  const commands = [commandOf({ value: 'status', createdAt: Date.now() - 5_000 })];
  const { card } = await show(
    { type: 'terminal', title, target: pump, keys: ['out'] },
    {
      variables: [variableOf('out', { value: 'pump off', at: Date.now() - 1_000 })],
      history: historyOf({ out: ['hello'] }, { agoMs: 60_000 }),
      control: controlOf({}, commands),
    },
  );
  await expect.element(card.getByRole('listitem').nth(2)).toBeVisible();
  await expect.element(card.getByRole('listitem').nth(0)).toMatchTextContent(/hello$/);
  await expect.element(card.getByRole('listitem').nth(1)).toMatchTextContent(/sent: status$/);
  await expect.element(card.getByRole('listitem').nth(2)).toMatchTextContent(/pump off$/);
});

it('a switch whose state the board has not reported is neither on nor off', async () => {
  const { card } = await show(switchOf());
  const name = 'Control: state not known yet';
  await expect.element(card.getByRole('switch', { name })).toHaveAttribute('data-unknown');
});

it('asks before it switches what its owner locked', async () => {
  const { screen, card, sent } = await show(switchOf(), { control: controlOf({ pump: { locked: true } }) });
  await card.getByRole('switch').click({ force: true });
  const question = screen.getByRole('alertdialog', { name: 'Control = 1?' });
  await press(question, 'Cancel');
  await expect.element(question).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await card.getByRole('switch').click({ force: true });
  await press(question, 'Switch');
  await expect.poll(() => sent).toEqual([eventOf('1')]);
});

it('shows why a command was not accepted', async () => {
  const refusal = new ApiError('The board does not know this event.', { status: 400, code: 'bad_request' });
  const send = () => Promise.reject(refusal);
  const { screen, card } = await show(switchOf(), { send });
  await card.getByRole('switch').click({ force: true });
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('The command was not acceptedThe board does not know this event.');
});

const sentAt = Date.now();
it.each<[string, Partial<Command>, boolean]>([
  ['sending', { state: 'queued', sentAt: null, answeredAt: null }, true],
  ['waiting, board offline', { state: 'queued', sentAt: null, answeredAt: null }, false],
  ['sent, waiting for the board', { state: 'sent', answeredAt: null }, true],
  ['done, 80 ms', { state: 'acknowledged' }, true],
  ['done after 1 min', { state: 'acknowledged', createdAt: sentAt - 60_000, sentAt, answeredAt: sentAt + 9 }, true],
  ['sent, this firmware cannot confirm', { state: 'unconfirmed', answeredAt: null }, true],
  ['failed', { state: 'failed' }, true],
  ['failedThe board did not answer\\.', { state: 'failed', reason: 'The board did not answer.' }, true],
  ['failedThe pass was revoked\\.', { state: 'failed', reason: 'The pass was revoked.' }, true],
  ['expired', { state: 'expired' }, false],
  ['replaced by a newer one', { state: 'superseded' }, true],
])('tells of its command: %s', async (text, command, online) => {
  const one = commandOf(command);
  const control = controlOf({ pump: {} }, [one]);
  const { card } = await show(switchOf(), { control, device: deviceOf({ online }) });
  await expect.element(card.getByRole('status')).toMatchTextContent(new RegExp(`^${text}$`));
});

const failed: Partial<Command> = {
  state: 'failed',
  reason: 'The person who sent it may no longer operate this device.',
};
it.each<[string, number, number, WidgetContent]>([
  ['the smallest switch', 140, 100, switchOf()],
  ['a button on a phone', 160, 158, { type: 'button', title, target: pump, value: '1' }],
])('fits why it failed into %s', async (_, width, height, content) => {
  const { card } = await show(content, { control: controlOf({ pump: {} }, [commandOf(failed)]) });
  const element = card.element() as HTMLElement;
  Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
  const status = card.getByRole('status');
  await expect.element(status).toMatchTextContent(/may no longer operate/);
  const frame = element.getBoundingClientRect();
  const place = status.element().getBoundingClientRect();
  const receipt = status.element().firstElementChild?.getBoundingClientRect();
  expect(place.bottom).toBeLessThanOrEqual(frame.bottom);
  expect(receipt?.bottom).toBeLessThanOrEqual(place.bottom + 1);
  expect(place.right).toBeLessThanOrEqual(frame.right);
  const control = card.element().querySelector('.widget-operate')?.getBoundingClientRect();
  expect(control?.bottom).toBeLessThanOrEqual(place.top);
  expect(control?.top).toBeGreaterThanOrEqual(frame.top);
});

it('announces what becomes of commands to who may send them, but not what rules do', async () => {
  const rule = commandOf({ id: 2, actor: { kind: 'rule', name: 'Dry' } });
  const all = [[], [commandOf()], [rule]].map((commands) =>
    widgetDataOf({ control: controlOf({ pump: {} }, commands), send: async () => [] }),
  );
  const { card, next } = await showSeries({
    content: switchOf(),
    all: [...all, widgetDataOf({ control: controlOf() })],
  });
  const place = card.getByRole('status').element();
  for (const live of ['polite', 'polite', 'off', 'off']) {
    await expect.element(card.getByRole('status')).toHaveAttribute('aria-live', live);
    expect(card.getByRole('status').element()).toBe(place);
    await next();
  }
});

it('shows nothing of what the board did by itself, or of other targets', async () => {
  const commands = [commandOf({ actor: { kind: 'board', name: null } }), commandOf({ id: 2, target: 'fan' })];
  const { card } = await show(switchOf(), { control: controlOf({ pump: { reported: '0' } }, commands) });
  await expect.element(card).toMatchTextContent(/Off/);
  await expect.element(card).not.toMatchTextContent(/done/);
});

it('shows what the board reported while something else is requested', async () => {
  const control = controlOf({ pump: { reported: '0', wanted: '1' } });
  const { card } = await show(switchOf(), { control });
  await expect.element(card.getByRole('switch')).not.toBeChecked();
  await expect.element(card.getByRole('switch')).toHaveAttribute('aria-busy', 'true');
});

describe.each<[string, Parameters<typeof widgetDataOf>[0]]>([
  ['without the right to', { send: null }],
  ['before the controls of its device are there', { control: undefined }],
])('can be seen but not operated %s', (_, more) => {
  it.each(kinds)('a $type', async (content) => {
    const { card } = await show(content, more);
    await expect.poll(() => card.element().querySelector('button, input')).not.toBeNull();
    for (const control of card.element().querySelectorAll('button, input')) expect(control).toBeDisabled();
  });
});

it('reports why its controls did not come, and requests them again', async () => {
  const retry = vi.fn();
  const error = new ApiError('The server is starting.', { status: 503, code: 'unavailable', isWorded: true });
  const { card } = await show(switchOf(), { control: undefined, controlFailure: { error, retry } });
  await expect.element(card.getByRole('switch')).toBeDisabled();
  await expect.element(card.getByRole('status')).toMatchTextContent(/Not loaded\. .*server/);
  await press(card, 'Try again');
  expect(retry).toHaveBeenCalledOnce();
});

type SeriesProps = { content: WidgetContent; all: readonly WidgetData[] };

function Series({ content, all }: SeriesProps) {
  const [index, setIndex] = useState(0);
  const data = all[index];
  return (
    <>
      {data && <WidgetView content={content} data={data} />}
      <button type="button" onClick={() => setIndex(index + 1)}>
        Next
      </button>
    </>
  );
}

/** Draws a control with the first data; `next` draws it with the following ones. */
async function showSeries(props: SeriesProps) {
  const { screen } = await renderInApp(<Series {...props} />);
  const next = () => pressNow(screen.getByRole('button', { name: 'Next' }));
  return { screen, next, card: screen.getByRole('region', { name: title, exact: true }) };
}

it('asks about what is locked as soon as that is known', async () => {
  const send = vi.fn(async () => []);
  const known = controlOf({ pump: { locked: true } });
  const all = [undefined, known].map((control) => widgetDataOf({ control, send }));
  const { screen, card, next } = await showSeries({ content: switchOf(), all });
  await expect.element(card.getByRole('switch')).toBeDisabled();
  await next();
  await card.getByRole('switch').click({ force: true });
  await expect.element(screen.getByRole('alertdialog', { name: 'Control = 1?' })).toBeVisible();
  expect(send).not.toHaveBeenCalled();
});

const lamp = { kind: 'event', name: 'lamp' } as const;
const pin = { kind: 'output', pin: 'D1', mode: 'digit' } as const;
describe.each([
  ['an event', pump],
  ['an event that was never sent', lamp],
  ['an output that was never set up', pin],
])('until a command for %s is accepted', (_, target) => {
  const valueIn = (command: CommandRequest) =>
    command.kind === 'event' ? command.value : String(command.pins[0]?.value);

  /** Presses a switch, whose command is under way until `response`. */
  async function press() {
    const response = Promise.withResolvers<void>();
    const sent: string[] = [];
    const send = (command: CommandRequest) => {
      sent.push(valueIn(command));
      return response.promise;
    };
    const { screen, card } = await show(switchOf(target), { send });
    const control = card.getByRole('switch');
    await control.click({ force: true });
    await expect.element(control).toHaveAttribute('aria-busy', 'true');
    return { screen, control, sent, response };
  }

  it('a second press requests the opposite', async () => {
    const { control, sent, response } = await press();
    await control.click({ force: true });
    await expect.poll(() => sent).toEqual(['1', '0']);
    response.resolve();
    await expect.element(control).not.toHaveAttribute('aria-busy');
  });

  it('its value is what is requested, but not when it is refused', async () => {
    const { screen, control, sent, response } = await press();
    response.reject(new ApiError('The board does not know this.', { status: 400, code: 'bad_request' }));
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.element(control).not.toHaveAttribute('aria-busy');
    await control.click({ force: true });
    await expect.poll(() => sent).toEqual(['1', '1']);
  });
});

describe('when another device is chosen at once', () => {
  let sent: { to: string; command: CommandRequest }[];
  const dataOf = (espid: string, pumpState: NonNullable<Parameters<typeof controlOf>[0]>[string]) =>
    widgetDataOf({
      device: deviceOf({ espid }),
      control: controlOf({ pump: pumpState }),
      send: async (command) => sent.push({ to: espid, command }),
    });
  const south = dataOf('South', { reported: '20' });
  const up = (card: Locator) => card.getByRole('button', { name: 'Control: increase by 0.5' });
  const draws = [
    { content: slider, draw: (card: Locator) => card.getByRole('slider').fill('12.5') },
    { content: stepper, draw: (card: Locator) => pressNow(up(card)) },
  ];
  async function drawAndChoose({ content, draw }: (typeof draws)[number], north: WidgetData) {
    sent = [];
    const { screen, card, next } = await showSeries({ content, all: [north, south] });
    await expect.element(card).toMatchTextContent(/12 °C/);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await draw(card);
    await next();
    await expect.element(card).toMatchTextContent(/20 °C/);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.element(card).toMatchTextContent(/20 °C/);
    return screen;
  }

  it.each(draws)('what is drawn with a $content.type goes to the device for which it was', async (drawn) => {
    await drawAndChoose(drawn, dataOf('North', { reported: '12' }));
    expect(sent).toEqual([{ to: 'North', command: eventOf('12.5') }]);
  });

  it.each(draws)('a $content.type of what is locked sends nothing that was not confirmed', async (drawn) => {
    const screen = await drawAndChoose(drawn, dataOf('North', { reported: '12', locked: true }));
    expect(sent).toEqual([]);
    expect(screen.getByRole('alertdialog').query()).toBeNull();
  });

  it('what is typed and not sent stays with its device', async () => {
    sent = [];
    const { card, next } = await showSeries({ content: number, all: [dataOf('North', { reported: '12' }), south] });
    await type(card, '60');
    await next();
    await expect.element(card.getByRole('textbox')).toHaveValue('20');
    await expect.element(card.getByRole('button', { name: 'Set' })).toBeDisabled();
  });
});
