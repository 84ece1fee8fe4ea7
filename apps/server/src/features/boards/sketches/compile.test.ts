import type { OwnSketch, SketchResponse } from '@cyno/contract';
import { findPin, pinsOf } from '@cyno/device-protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Chip, type Record, runSketches, type SketchToRun } from '../../../../test/sketch-compiler.ts';
import { type Board, boards } from './boards.ts';
import { kits } from './kits/index.ts';
import { generateSketch } from './sketches.service.ts';

const username = 'it\'s "me"\\??/@example.com/K7QM-2XFD';
const chips = [...new Set(boards.map(({ family }) => family))];
/** The library truncates messages of 255 bytes and more (device protocol, 4.5 B2), and drops those that come too soon. */
const maxBytes = 254;
const minGapMs = 400;

type Events = SketchToRun['events'];
interface Sample {
  readonly name: string;
  readonly board: Board;
  readonly sketch: SketchResponse;
  readonly keys: readonly string[];
  readonly events?: Events;
  readonly seconds: number;
  readonly announces: { hasTemplate: boolean; hasEvents: boolean };
}

/** Boards whose sketches differ from one another. */
const differing = boards.filter(({ id }) => id !== 'd1-mini');

const kitSamples: Sample[] = differing.flatMap((board) =>
  kits.map((kit) => {
    const setup = { board: board.id, host: 'farm.local', content: { type: 'kit' as const, kit: kit.id } };
    return {
      name: `${kit.id} on ${board.id}`,
      board,
      sketch: generateSketch({ name: kit.name, setup, format: 'arduino' }, username, 'en'),
      keys: [...kit.variables, ...(kit.rest ?? [])].map(({ key }) => key),
      events: (kit.events ?? []).map(({ name, initial }) => [name, initial] as const),
      seconds: kit.intervalS * 12,
      announces: { hasTemplate: kit.template !== undefined, hasEvents: kit.events !== undefined },
    };
  }),
);

const none: OwnSketch = { variables: [], outputs: [], events: [], template: null, intervalS: 1 };
const variable = (key: string, change: Partial<OwnSketch['variables'][number]> = {}) => ({
  key,
  label: '',
  unit: '',
  min: 0,
  max: 9,
  decimals: 0,
  ...change,
});
const event = (name: string, initial = '0', label = '') => ({ name, initial, label });
const nasty = ['\\', '??/', '*/ /* //', '"); abort(); //', 'a\u202eb\u2066', '\u2028x', '%s%n', 'ค่า 🌱', "'", '#error'];

const ownSets: { [name: string]: (board: Board) => OwnSketch } = {
  'a greenhouse': ({ family }) => ({
    variables: [
      variable('temp', { label: 'Temperature', unit: '°C', min: -10.5, max: 50, decimals: 1 }),
      variable('humid', { label: 'Humidity', unit: '%', max: 100 }),
    ],
    outputs: [{ pin: pinsOf(family)[4]?.pin ?? '', name: 'Main pump', mode: 'digit' }],
    events: [event('Mode', 'auto', 'What it does'), event('Setpoint', '21.5')],
    template: { name: 'greenhouse', version: 255 },
    intervalS: 5,
  }),
  'variables only': () => ({ ...none, variables: [variable('a')] }),
  'outputs only': ({ family }) => ({
    ...none,
    outputs: pinsOf(family)
      .filter(({ modes }) => modes.length > 0)
      .slice(0, 20)
      .map(({ pin, modes }, index) => ({ pin, name: 'Lamp', mode: modes[index % modes.length] ?? 'digit' })),
  }),
  'events only': () => ({ ...none, events: Array.from({ length: 20 }, (_, index) => event(`e${index}`, `${index}`)) }),
  'names of C++ and of sketches': ({ family }) => ({
    ...none,
    variables: ['int', 'setup', 'loop', 'iot', 'nan', 'measure', 'NULL'].map((key) => variable(key)),
    outputs: ['up', 'Template', 'class'].map((name, index) => ({
      pin: pinsOf(family)[index + 1]?.pin ?? '',
      name,
      mode: 'pwm',
    })),
    events: ['class', 'a b', 'a-b', 'AB', 'event1', '1', '2', 'Event', 'int'].map((name) => event(name)),
  }),
  'texts that would break out': ({ family }) => ({
    ...none,
    variables: nasty.map((label, index) => variable(`v${index}`, { label, unit: nasty.at(-1 - index) ?? '' })),
    outputs: nasty.slice(0, 8).map((name, index) => ({ pin: pinsOf(family)[index]?.pin ?? '', name, mode: 'digit' })),
    events: nasty.filter((text) => !/[:,]/.test(text)).map((text) => event(text, text, text)),
  }),
  'the longest message': () => ({
    ...none,
    variables: Array.from({ length: 32 }, (_, index) =>
      variable(String.fromCharCode(65 + index + (index > 25 ? 6 : 0))),
    ),
  }),
  'the largest numbers': () => ({
    ...none,
    variables: [
      variable('a', { min: -1e9, max: 1e9, decimals: 3 }),
      variable('b', { min: -0.004, max: 0.05, decimals: 3 }),
      variable('c', { min: 99.96, max: 99.99, decimals: 1 }),
      variable('d', { min: -1.5, max: 0, decimals: 0 }),
      variable('e', { min: 1e-7, max: 2e-7, decimals: 3 }),
    ],
  }),
  'more digits than a number of 32 bits has': () => ({
    ...none,
    variables: [
      variable('a', { min: 70_000.1, max: 70_001.9, decimals: 1 }),
      variable('b', { min: -8_193.99, max: 8_192.01, decimals: 2 }),
    ],
  }),
  'once an hour': () => ({ ...none, variables: [variable('a')], intervalS: 3_600 }),
};
const ownSamples: Sample[] = differing.flatMap((board) =>
  Object.entries(ownSets).map(([title, make], index) => {
    const own = make(board);
    const setup = { board: board.id, host: 'farm.local', content: { type: 'own' as const, own } };
    const format = index % 2 === 0 ? 'platformio' : 'arduino';
    return {
      name: `${title} on ${board.id}`,
      board,
      sketch: generateSketch({ name: `${title} \\`, setup, format }, username, 'en'),
      keys: own.variables.map(({ key }) => key),
      events: own.events.map(({ name, initial }) => [name, initial] as const),
      seconds: own.intervalS * 10,
      announces: { hasTemplate: own.template !== null, hasEvents: own.events.length > 0 },
    };
  }),
);

/** What comes to a kit with the events of somebody who uses it, and for how long. */
const uses: { readonly [name: string]: Pick<SketchToRun, 'events' | 'seconds' | 'busSeconds'> & { kit: string } } = {
  'watering by hand': {
    kit: 'smart_farm_nosensor',
    events: [...Object.entries({ In: '20', Cu: '2', Pu: '1' }), ['SQ', '1'], ['c3', '1']],
    seconds: 100,
  },
  'watering with fewer valves from the third one on': {
    kit: 'smart_farm_nosensor',
    // Each comes two seconds after the one before; those of the fifth valve, which there is none of, let time pass.
    events: [
      ...Object.entries({ In: '20', Cu: '4', SQ: '1' }),
      ...Array.from({ length: 22 }, () => ['c5', '0'] as const),
      ['Cu', '1'],
    ],
    seconds: 1_000,
  },
  'watering by itself': {
    kit: 'smart_farm_humid',
    events: Object.entries({ In: '10', M: 'auto', Hl: '2000', Hh: '3000' }),
    seconds: 120,
  },
  'watering by itself until the probe dies': {
    kit: 'smart_farm_humid',
    events: Object.entries({ In: '10', M: 'auto', Hl: '2000', Hh: '3000' }),
    seconds: 1_500,
    busSeconds: 12,
  },
  'watering by itself with nothing to open': {
    kit: 'smart_farm_humid',
    events: Object.entries({ Cu: '0', M: 'auto', Hl: '2000', Hh: '3000' }),
    seconds: 120,
  },
};
const usesToRun: SketchToRun[] = Object.entries(uses).map(([name, { kit, ...use }]) => {
  const setup = { board: 'nodemcu', host: 'farm.local', content: { type: 'kit' as const, kit } };
  const text = generateSketch({ name: kit, setup, format: 'arduino' }, username, 'en').files[0]?.text ?? '';
  return { name, text, ...use };
});

const samples = [...kitSamples, ...ownSamples];
const records = new Map<string, Record>();

beforeAll(async () => {
  const compile = async (chip: Chip) => {
    const ofChip = samples.filter(({ board }) => board.family === chip);
    const toRun = ofChip.map(({ sketch, ...sample }) => ({ ...sample, text: sketch.files[0]?.text ?? '' }));
    const all = chip === 'esp8266' ? [...toRun, ...usesToRun] : toRun;
    for (const [name, record] of await runSketches(chip, all)) records.set(name, record);
  };
  // Two at a time: each takes some seconds of a processor and some hundred megabytes.
  const waiting = [...chips];
  const work = async () => {
    for (let chip = waiting.shift(); chip; chip = waiting.shift()) await compile(chip);
  };
  await Promise.all([work(), work()]);
});

const recordOf = (name: string): Record => {
  const record = records.get(name);
  if (!record) throw new Error(`"${name}" was not run`);
  return record;
};
const of = (record: Record, word: string) => record.filter(([what]) => what === word).map(([, about]) => about);

/** The messages that a sketch sent. */
const updatesOf = (name: string) =>
  of(recordOf(name), 'update').map((about) => {
    const blank = about.indexOf(' ');
    return { at: Number(about.slice(0, blank)), payload: about.slice(blank + 1) };
  });

describe.each(chips)('sketches for the %s', (chip) => {
  const ofChip = samples.filter(({ board }) => board.family === chip);

  it('compile without a warning, and keep the order that the library needs', () => {
    for (const { name, announces, events = [] } of ofChip) {
      const record = recordOf(name);
      expect(of(record, 'wrong'), name).toEqual([]);
      const text = record.map(([what]) => what);
      const calls = text.filter((word) => ['template', 'callback', 'connect', 'loop'].includes(word));
      expect(calls, name).toEqual([
        ...(announces.hasTemplate ? ['template'] : []),
        ...(announces.hasEvents ? ['callback'] : []),
        'connect',
        'loop',
      ]);
      expect(of(record, 'connect'), name).toEqual([username]);
      for (const ms of of(record, 'delay')) expect(Number(ms), name).toBeLessThanOrEqual(1_000);
      expect(of(record, 'received'), name).toEqual(events.map((pair) => pair.join(':')));
    }
  });

  it('send what they declare, never nan, in messages that fit and do not come too soon', () => {
    for (const { name, sketch, keys } of ofChip) {
      expect(sketch.budget.bytes, name).toBeLessThanOrEqual(sketch.budget.maxBytes);
      const sent = new Set<string>();
      let last = Number.NEGATIVE_INFINITY;
      for (const { at, payload } of updatesOf(name)) {
        expect(payload, name).not.toMatch(/:(nan|inf)/);
        expect(payload.length, name).toBeLessThanOrEqual(maxBytes);
        expect(at - last, name).toBeGreaterThanOrEqual(minGapMs);
        last = at;
        for (const key of Object.keys(JSON.parse(payload))) sent.add(key);
      }
      expect([...sent].sort(), name).toEqual([...keys].sort());
    }
  });

  it('are estimated no shorter than they become', () => {
    for (const { name, sketch } of ofChip.filter((sample) => ownSamples.includes(sample))) {
      // Both braces count, the comma after the last value does not.
      for (const { payload } of updatesOf(name)) {
        expect(payload.length - 1, `${name}: ${payload}`).toBeLessThanOrEqual(sketch.budget.bytes);
      }
    }
  });

  it('use pins that the board has, and each once', () => {
    const known = new Map(pinsOf(chip).map((pin) => [pin.gpio, pin]));
    for (const { name } of ofChip) {
      const record = recordOf(name);
      const pins = of(record, 'pin').map((pin) => Number.parseInt(pin, 10));
      const used = [...pins, ...of(record, 'port').flatMap((pair) => pair.split(' ').map(Number))];
      expect(new Set(used).size, name).toBe(used.length);
      for (const gpio of used) expect(known.has(gpio), `${name}: ${gpio}`).toBe(true);
      for (const pin of of(record, 'pin').filter((line) => line.endsWith('output'))) {
        expect(known.get(Number.parseInt(pin, 10))?.modes, `${name}: ${pin}`).not.toEqual([]);
      }
    }
  });
});

it('the two boards with an ESP8266 have the same sketches', () => {
  const textFor = (board: string, kit: string) => {
    const setup = { board, host: 'farm.local', content: { type: 'kit' as const, kit } };
    const [sketch] = generateSketch({ name: kit, setup, format: 'arduino' }, username, 'en').files;
    return sketch?.text.split('\n').slice(1);
  };
  for (const { id } of kits) expect(textFor('d1-mini', id)).toEqual(textFor('nodemcu', id));
});

describe('what kits do', () => {
  it('irrigation opens the valves in turn, and refuses what comes by hand meanwhile', () => {
    const record = recordOf('watering by hand');
    expect(record.filter(([what]) => what === 'event' || what === 'received').map((line) => line.join(' '))).toEqual([
      ...['received In:20', 'received Cu:2', 'received Pu:1', 'received SQ:1', 'event c1:1', 'event P:1'],
      ...['received c3:1', 'event c3:0', 'event c2:1', 'event c1:0', 'event P:0', 'event c2:0', 'event SQ:0'],
    ]);
  });

  it('irrigation ends with the valve that is open when there are fewer valves, and sends how long that takes', () => {
    const name = 'watering with fewer valves from the third one on';
    const steps = recordOf(name).map((line) => line.join(' '));
    const opened = steps.indexOf('event c3:1');
    const fewer = steps.indexOf('received Cu:1');
    const closed = steps.indexOf('event c3:0');
    expect(opened).toBeLessThan(fewer);
    expect(fewer).toBeLessThan(closed);
    expect(steps).not.toContain('event c4:1');
    expect(Math.max(...updatesOf(name).map(({ payload }) => JSON.parse(payload).on))).toBeLessThanOrEqual(80);
    expect(steps.slice(fewer, closed).join(' ')).toMatch(/"on":[1-9]/);
  });

  it('irrigation waters by itself when the soil is dry, and not again at once', () => {
    expect(of(recordOf('watering by itself'), 'event')).toEqual(['c1:1', 'c1:0', 'SQ:0']);
  });

  it('irrigation does not water by the last reading of a probe that died', () => {
    expect(of(recordOf('watering by itself until the probe dies'), 'event')).toEqual(['c1:1', 'c1:0', 'SQ:0']);
  });

  it('irrigation with neither valve nor pump does not begin by itself', () => {
    expect(of(recordOf('watering by itself with nothing to open'), 'event')).toEqual([]);
  });

  it('a button is reported to the dashboard', async () => {
    expect(of(recordOf('led_event on nodemcu'), 'event').slice(0, 2)).toEqual(['led:1', 'led:0']);
    const gpio = `${findPin('esp8266', boards[0]?.pins.led.pin ?? '')?.gpio}`;
    expect(of(recordOf('gpio_control on nodemcu'), 'gpio')[0]).toMatch(new RegExp(`^${gpio}:[01]$`));
    expect(of(recordOf('pms7003_airpurifier on esp32'), 'event').slice(0, 4)).toEqual([
      'Mode:sleep',
      'Mode:normal',
      'Mode:turbo',
      'Mode:auto',
    ]);
  });

  it('text goes to the Console', () => {
    expect(of(recordOf('debug on esp32'), 'debug')[0]).toBe('Running for 5 s');
  });
});
