import { type Blueprint, type BlueprintInput, blueprintFormat, blueprintVersion } from '@cyno/contract';

type Definition = Extract<Blueprint, { kind: 'automation' }>['definition'];
type Input = BlueprintInput;

interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputs: readonly Input[];
  readonly definition: Definition;
}

const device = (label: string): Input => ({ id: 'device', kind: 'device', label });
const output = (id: string, label: string): Input => ({ id, kind: 'output', label, device: 'device', mode: 'digit' });
const turned = (id: string, value: 0 | 1) => ({ kind: 'output', pin: { input: id }, mode: 'digit', value });
/** A variable of the device itself. */
const variable = (id: string, label: string, more: { default: string; unit?: string }): Input => ({
  id,
  kind: 'variable',
  label,
  device: 'device',
  ...more,
});
const condition = (comparison: string, threshold: Definition, release: Definition) => ({
  espid: { input: 'device' },
  key: { input: 'variable' },
  comparison,
  threshold,
  release,
});

const celsius = { min: -50, max: 150, unit: '°C' };
const percent = { min: 0, max: 100, unit: '%' };

const recipes: readonly Recipe[] = [
  {
    id: 'fan-by-temperature',
    name: 'Fan by temperature',
    description:
      'Turns a fan on when it is too warm, and off when it is cool enough again, so that it does not start every minute.',
    inputs: [
      device('Board with the fan'),
      variable('variable', 'Temperature', { default: 'temp', unit: '°C' }),
      output('fan', 'Fan'),
      { id: 'warm', kind: 'number', label: 'On above', default: 30, ...celsius },
      { id: 'cool', kind: 'number', label: 'Off below', default: 28, ...celsius },
    ],
    definition: {
      kind: 'rule',
      conditions: [condition('>', { input: 'warm' }, { input: 'cool' })],
      forSeconds: 0,
      action: turned('fan', 1),
      back: 0,
      limit: null,
      activeHours: null,
    },
  },
  {
    id: 'pump-by-soil-moisture',
    name: 'Pump by soil moisture',
    description:
      'Waters dry soil at one time of the day, for some minutes at most. The pump never runs outside of that time, so that is its limit for a day.',
    inputs: [
      device('Board with the pump'),
      variable('variable', 'Soil moisture', { default: 'soil', unit: '%' }),
      output('pump', 'Pump'),
      { id: 'dry', kind: 'number', label: 'Water below', default: 20, ...percent },
      { id: 'moist', kind: 'number', label: 'Enough above', default: 35, ...percent },
      { id: 'longest', kind: 'duration', label: 'How long at most', default: 600, min: 5, max: 7_200 },
      { id: 'from', kind: 'time', label: 'Not before', default: 6 * 3_600 },
      { id: 'until', kind: 'time', label: 'Not after', default: 6.5 * 3_600 },
    ],
    definition: {
      kind: 'rule',
      conditions: [condition('<', { input: 'dry' }, { input: 'moist' })],
      forSeconds: 0,
      action: turned('pump', 1),
      back: 0,
      limit: { seconds: { input: 'longest' }, value: 0 },
      activeHours: { from: { input: 'from' }, to: { input: 'until' }, days: [0, 1, 2, 3, 4, 5, 6] },
    },
  },
  {
    id: 'light-at-sunset',
    name: 'Light at sunset',
    description: 'Turns a light on when the sun sets, and off some hours later. The device needs a location.',
    inputs: [
      device('Board with the light'),
      output('light', 'Light'),
      { id: 'lit', kind: 'duration', label: 'How long it is on', default: 4 * 3_600, min: 60, max: 86_400 },
    ],
    definition: {
      kind: 'timer',
      at: { type: 'sun', event: 'sunset', offsetMinutes: 0 },
      repeat: { type: 'daily' },
      action: turned('light', 1),
      next: [{ kind: 'wait', seconds: { input: 'lit' } }, turned('light', 0)],
    },
  },
  {
    id: 'door-left-open',
    name: 'Door left open',
    description: 'Sends a message when a door has been open for some minutes.',
    inputs: [
      device('Board with the door contact'),
      variable('variable', 'Door, 1 while it is open', { default: 'door' }),
      { id: 'open', kind: 'duration', label: 'Open for', default: 300, min: 1, max: 86_400 },
      { id: 'message', kind: 'text', label: 'Message', default: 'The door is still open' },
    ],
    definition: {
      kind: 'rule',
      conditions: [condition('==', 1, null)],
      forSeconds: { input: 'open' },
      action: { kind: 'notify', text: { input: 'message' } },
      back: null,
      limit: null,
      activeHours: null,
    },
  },
  {
    id: 'freezer-too-warm',
    name: 'Freezer too warm',
    description: 'Runs a spare fan and sends a message when a freezer stays too warm.',
    inputs: [
      device('Board with the fan'),
      variable('variable', 'Temperature', { default: 'temp', unit: '°C' }),
      output('fan', 'Fan'),
      { id: 'warm', kind: 'number', label: 'Too warm above', default: -15, ...celsius },
      { id: 'cold', kind: 'number', label: 'Cold again below', default: -17, ...celsius },
      { id: 'hold', kind: 'duration', label: 'For so long', default: 600, min: 1, max: 86_400 },
      { id: 'message', kind: 'text', label: 'Message', default: 'The freezer is at {variable}' },
    ],
    definition: {
      kind: 'rule',
      conditions: [condition('>', { input: 'warm' }, { input: 'cold' })],
      forSeconds: { input: 'hold' },
      action: turned('fan', 1),
      back: 0,
      limit: null,
      activeHours: null,
      next: [{ kind: 'notify', text: { input: 'message' } }],
    },
  },
  {
    id: 'tank-refill',
    name: 'Tank refill',
    description:
      'Opens a valve when a tank is low and shuts it when it is full. A tank that is not full after some minutes is reported, and the valve stays shut until it was full, or the automation was switched off and on.',
    inputs: [
      device('Board with the valve'),
      variable('variable', 'Level of the tank', { default: 'level', unit: '%' }),
      output('valve', 'Valve'),
      { id: 'low', kind: 'number', label: 'Open below', default: 20, ...percent },
      { id: 'full', kind: 'number', label: 'Shut above', default: 90, ...percent },
      { id: 'longest', kind: 'duration', label: 'How long at most', default: 1_800, min: 5, max: 86_400 },
      { id: 'message', kind: 'text', label: 'Message', default: 'The tank is not full in time' },
    ],
    definition: {
      kind: 'rule',
      conditions: [condition('<', { input: 'low' }, { input: 'full' })],
      forSeconds: 0,
      action: turned('valve', 1),
      back: 0,
      limit: { seconds: { input: 'longest' }, value: 0 },
      activeHours: null,
      next: [
        { kind: 'wait', seconds: { input: 'longest' } },
        { kind: 'if', condition: condition('<', { input: 'full' }, null) },
        { kind: 'notify', text: { input: 'message' } },
      ],
      // A tank that is full in time leaves out the message.
      otherwise: [turned('valve', 0)],
    },
  },
];

/** The blueprints that come with the product, for what makers, schools and farms build first. */
export const builtIn = recipes.map(({ id, inputs, ...recipe }) => ({
  id,
  blueprint: {
    ...recipe,
    format: blueprintFormat,
    version: blueprintVersion,
    kind: 'automation',
    inputs: [...inputs],
  } satisfies Blueprint,
}));
