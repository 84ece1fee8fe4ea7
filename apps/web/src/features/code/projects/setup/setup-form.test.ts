import { type SketchCatalog, type SketchSetup, sketchSetup } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { checkSetup, problemsOf } from './check-setup.ts';
import { budgetOf, isOverBudget } from './message-budget.ts';
import {
  formOf,
  newEvent,
  newForm,
  newOutput,
  newVariable,
  type SetupForm,
  setupOf,
  type VariableRow,
} from './setup-form.ts';

const pin = (name: string, note: string | null = null, modes: ('digit' | 'pwm' | 'DAC')[] = ['digit', 'pwm']) => ({
  pin: name,
  gpio: 0,
  modes,
  note,
});
const catalog: SketchCatalog = {
  boards: [
    { id: 'd1-mini', name: 'D1 mini (ESP8266)', family: 'esp8266', pins: [pin('D0', 'Wakes.'), pin('D1'), pin('D2')] },
    {
      id: 'esp32',
      name: 'ESP32 DevKit',
      family: 'esp32',
      pins: [pin('25', null, ['digit', 'DAC']), pin('34', null, [])],
    },
  ],
  kits: [
    {
      id: 'dht',
      name: 'DHT',
      group: 'climate',
      summary: '',
      sensor: 'DHT22',
      boards: ['d1-mini'],
      variables: [],
      events: [],
      onBoards: [],
      template: null,
      libraries: [],
      intervalS: 5,
      budget: { bytes: 24, maxBytes: 240 },
    },
  ],
};

const setup: SketchSetup = {
  board: 'd1-mini',
  host: 'iot.example.com',
  content: {
    type: 'own',
    own: {
      variables: [{ key: 'temp', label: 'Temperature', unit: '°C', min: -40, max: 85.5, decimals: 1 }],
      outputs: [{ pin: 'D1', name: 'Fan', mode: 'pwm' }],
      events: [{ name: 'Mode', label: 'Mode', initial: 'auto' }],
      template: { name: 'my_board', version: 2 },
      intervalS: 10,
    },
  },
};

const ownForm = (): SetupForm => formOf('Greenhouse', setup, 'dht');
const withVariable = (patch: Partial<VariableRow>): SetupForm => {
  const form = ownForm();
  return { ...form, own: { ...form.own, variables: form.own.variables.map((row) => ({ ...row, ...patch })) } };
};

describe('the form of a set-up', () => {
  it.each<SketchSetup>([setup, { ...setup, content: { type: 'kit', kit: 'dht' } }])(
    'gives back what it was made from, $content.type',
    (saved) => {
      expect(setupOf(formOf('Greenhouse', saved, 'dht'))).toEqual(saved);
    },
  );

  it('starts with a sketch that can be made', () => {
    const form = newForm(catalog, 'iot.example.com');
    for (const type of ['kit', 'own'] as const) {
      expect(checkSetup({ ...form, type }, catalog)).toEqual({});
      expect(sketchSetup.safeParse(setupOf({ ...form, type })).success).toBe(true);
    }
  });

  it('adds rows that are right as they are, and leaves pins with a note for last', () => {
    const form = ownForm();
    const pins = catalog.boards[0]?.pins ?? [];
    const variables = [...form.own.variables, newVariable(form.own.variables)];
    variables.push(newVariable(variables));
    const outputs = [...form.own.outputs, newOutput(form.own.outputs, pins)];
    outputs.push(newOutput(outputs, pins));
    const events = [...form.own.events, newEvent(form.own.events)];
    expect(variables.map(({ key }) => key)).toEqual(['temp', 'value1', 'value2']);
    expect(outputs.map((row) => row.pin)).toEqual(['D1', 'D2', 'D0']);
    expect(checkSetup({ ...form, own: { ...form.own, variables, outputs, events } }, catalog)).toEqual({});
  });
});

describe('the check of a set-up', () => {
  it.each<[string, SetupForm, string]>([
    ['a key that begins with a digit', withVariable({ key: '1st' }), 'variables.0.key'],
    ['no key', withVariable({ key: ' ' }), 'variables.0.key'],
    ['a range the wrong way round', withVariable({ min: '9', max: '9' }), 'variables.0.max'],
    ['a range above what the library sends', withVariable({ max: '2e9' }), 'variables.0.max'],
    ['a word for a number', withVariable({ min: 'cold' }), 'variables.0.min'],
    ['a host with a port', { ...ownForm(), host: 'iot.example.com:7458' }, 'host'],
    ['no template', { ...ownForm(), own: { ...ownForm().own, template: { name: '', version: '1' } } }, 'template.name'],
    [
      'a version of 256',
      { ...ownForm(), own: { ...ownForm().own, template: { name: 'a', version: '256' } } },
      'template.version',
    ],
    ['half a second', { ...ownForm(), own: { ...ownForm().own, intervalS: '0.5' } }, 'intervalS'],
  ])('refuses %s, as the server does', (_, form, field) => {
    expect(Object.keys(checkSetup(form, catalog))).toEqual([field]);
    expect(sketchSetup.safeParse(setupOf(form)).success).toBe(false);
  });

  it('names the pin that the chosen board does not have, cannot drive, or uses twice', () => {
    const form = ownForm();
    const pins = (board: string, ...names: string[]) => {
      const outputs = names.map((name, index) => ({ id: `${index}`, pin: name, name: '', mode: 'digit' as const }));
      return checkSetup({ ...form, board, own: { ...form.own, outputs } }, catalog);
    };
    expect(pins('esp32', 'D1')).toEqual({
      'outputs.0.pin': 'ESP32 DevKit has no pin D1. Choose another pin.',
    });
    expect(pins('esp32', '34')).toEqual({ 'outputs.0.pin': 'Pin 34 is input only. Choose another pin.' });
    expect(Object.keys(pins('d1-mini', 'D1', 'D1'))).toEqual(['outputs.0.pin', 'outputs.1.pin']);
  });

  it('refuses names that the protocol cannot carry, and doubles', () => {
    const form = ownForm();
    const events = ['a:b', 'Mode', 'Mode'].map((name, index) => ({ id: `${index}`, name, label: '', initial: '1' }));
    const variables = [...form.own.variables, ...form.own.variables];
    expect(Object.keys(checkSetup({ ...form, own: { ...form.own, events, variables } }, catalog))).toEqual([
      'variables.0.key',
      'variables.1.key',
      'events.0.name',
      'events.1.name',
      'events.2.name',
    ]);
  });

  it('refuses a sketch that would do nothing', () => {
    const form = ownForm();
    const own = { ...form.own, variables: [], outputs: [], events: [] };
    expect(checkSetup({ ...form, own }, catalog).variables).toMatch(/does nothing yet/);
  });

  it('refuses a kit on a board that it does not run on', () => {
    const form = { ...newForm(catalog, 'iot.example.com'), board: 'esp32' };
    expect(checkSetup(form, catalog).kit).toMatch(/^DHT does not run on ESP32 DevKit/);
  });

  it('takes the complaints of the server to the fields of the form', () => {
    expect(
      problemsOf({ 'setup.content.own.outputs.0.pin': 'a', 'setup.content.kit': 'b', 'setup.host': 'c', name: 'd' }),
    ).toEqual({ 'outputs.0.pin': 'a', kit: 'b', host: 'c', name: 'd' });
  });
});

describe('the budget of a message', () => {
  it('counts key, punctuation and the widest value', () => {
    // "temp":-40.0, is as long as 4 + 4 + 5 characters.
    expect(budgetOf(ownForm().own.variables)).toEqual({ bytes: 13, maxBytes: 240 });
    expect(budgetOf(withVariable({ decimals: '3', max: '1000' }).own.variables).bytes).toBe(16);
  });

  it('counts all decimals that are sent of a number which a board cannot hold exactly', () => {
    const bytesOf = (change: Partial<VariableRow>) => budgetOf(withVariable(change).own.variables).bytes;
    // "temp":70000.102,
    expect(bytesOf({ decimals: '1', max: '70000.1' })).toBe(17);
    expect(bytesOf({ decimals: '2', min: '-8192' })).toBe(17);
    expect(bytesOf({ decimals: '0', max: '70000' })).toBe(13);
    expect(bytesOf({ decimals: '1', max: '8191' })).toBe(14);
  });

  it('reports what is too much, and what to do', () => {
    const variables = Array.from({ length: 14 }, (_, index) => ({
      ...newVariable([]),
      key: `temperature${index}`,
      decimals: '3',
    }));
    expect(isOverBudget(budgetOf(variables))).toBe(true);
    const form = ownForm();
    expect(checkSetup({ ...form, own: { ...form.own, variables } }, catalog)).toEqual({
      variables: expect.stringMatching(/^The message can reach \d+ bytes; the limit is 240\. Use shorter keys/),
    });
  });
});
