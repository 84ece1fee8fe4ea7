import { describe, expect, test } from 'vitest';
import type { DeclaredSketch } from '../../boards/sketches/index.ts';
import { type BoardFacts, findDifferences } from './difference.ts';

const now = Date.UTC(2026, 4, 1);
const declared: DeclaredSketch = {
  boardName: 'NodeMCU (ESP8266)',
  family: 'esp8266',
  variables: [{ key: 'temp' }, { key: 'humid' }],
  outputs: [{ pin: 'D1', name: 'Pump', mode: 'digit' }],
  events: [{ name: 'Mode' }],
  template: { name: 'greenhouse', version: 2 },
  intervalS: 5,
};
const agreeing: BoardFacts = {
  device: {
    family: 'esp8266',
    firmware: '1.0.8',
    template: 'greenhouse',
    templateVersion: 2,
    online: true,
    lastSeenAt: now,
  },
  variables: [
    { key: 'temp', at: now - 2_000 },
    { key: 'humid', at: now - 2_000 },
  ],
  outputs: [{ pin: 'D1', mode: 'digit', name: null }],
  events: [{ name: 'Mode', reportedAt: null }],
  now,
};
const withDevice = (device: Partial<BoardFacts['device']>) => ({
  ...agreeing,
  device: { ...agreeing.device, ...device },
});
const brief = (sketch: DeclaredSketch, board: BoardFacts) =>
  findDifferences(sketch, board).map(({ kind, subject }) => [kind, subject]);

test('a board that does what the sketch declares has no findings', () => {
  expect(findDifferences(declared, agreeing)).toEqual([]);
});

test('a board that was never connected has one finding, whatever else is not known of it', () => {
  const board = { ...withDevice({ lastSeenAt: null, firmware: null, template: null }), variables: [], outputs: [] };
  expect(brief(declared, board)).toEqual([['silent', null]]);
});

describe('variables', () => {
  test('that were never sent are missing, also when only their capitals differ', () => {
    const board = { ...agreeing, variables: [{ key: 'Temp', at: now }, { key: 'humid', at: now }, ...never('temp')] };
    expect(brief(declared, board)).toEqual([
      ['missing', 'temp'],
      ['undeclared', 'Temp'],
    ]);
    expect(findDifferences(declared, board)[0]?.text).toContain('capitals count');
  });

  test('that have no value may have been sent long ago, and are not said to be new', () => {
    const [missing] = findDifferences(declared, {
      ...agreeing,
      variables: [{ key: 'humid', at: now }, ...never('temp')],
    });
    expect(missing).toMatchObject({
      reason: 'never_sent',
      text: expect.stringContaining('the board does not send it'),
    });
    const [none] = findDifferences(declared, { ...agreeing, variables: never('temp') });
    expect(none?.text).toMatch(/^The board sends no values\./);
  });

  test('that stopped while others come are silent; those of an offline board are not', () => {
    const stopped = [
      { key: 'temp', at: now - 2 * 3_600_000 },
      { key: 'humid', at: now },
    ];
    expect(findDifferences(declared, { ...agreeing, variables: stopped })).toEqual([
      {
        ...{ kind: 'silent', subject: 'temp', text: expect.stringContaining('2 hours') },
        ...{ reason: 'silent_variable', values: { key: 'temp', sinceMs: 2 * 3_600_000 } },
      },
    ]);
    const offline = withDevice({ online: false });
    const old = agreeing.variables.map(({ key }) => ({ key, at: now - 86_400_000 }));
    expect(findDifferences(declared, { ...offline, variables: old })).toEqual([]);
  });

  test('that all stopped on a connected board are one finding', () => {
    const old = agreeing.variables.map(({ key }) => ({ key, at: now - 600_000 }));
    expect(findDifferences(declared, { ...agreeing, variables: old })).toEqual([
      {
        ...{ kind: 'silent', subject: null, text: expect.stringContaining('10 minutes') },
        ...{ reason: 'silent_board', values: { sinceMs: 600_000 } },
      },
    ]);
  });

  test('none of which ever came are one finding', () => {
    expect(brief(declared, { ...agreeing, variables: never('temp') })).toEqual([['silent', null]]);
    expect(brief({ ...declared, variables: [] }, { ...agreeing, variables: [] })).toEqual([]);
  });

  test('that the sketch does not declare count while they come, not when they are history', () => {
    const board = (at: number) => ({ ...agreeing, variables: [...agreeing.variables, { key: 'ph', at }] });
    expect(brief(declared, board(now))).toEqual([['undeclared', 'ph']]);
    expect(brief(declared, board(now - 3_600_000))).toEqual([]);
  });

  test('may be late by three intervals', () => {
    const variables = [
      { key: 'temp', at: now - 25 * 60_000 },
      { key: 'humid', at: now },
    ];
    expect(brief({ ...declared, intervalS: 600 }, { ...agreeing, variables })).toEqual([]);
  });
});

describe('the board', () => {
  test.each([
    ['1.0.8', []],
    ['1.0.10', []],
    ['1.1', []],
    ['1.0.7', [['firmware', null]]],
    ['0.9.9', [['firmware', null]]],
    ['', [['firmware', null]]],
    [null, [['firmware', null]]],
  ])('with version %j of the library', (firmware, findings) => {
    expect(brief(declared, withDevice({ firmware }))).toEqual(findings);
  });

  test.each([
    [{ template: 'greenhouse', templateVersion: 1 }, 'version 1', 'template_version'],
    [{ template: 'dht', templateVersion: 2 }, '"dht"', 'other_template'],
    [{ template: null, templateVersion: null }, 'the board none', 'sketch_template'],
  ])('that announces %j', (device, named, reason) => {
    expect(findDifferences(declared, withDevice(device))).toEqual([
      { kind: 'template', subject: null, text: expect.stringContaining(named), reason, values: expect.anything() },
    ]);
  });

  test('may announce nothing when the sketch announces nothing', () => {
    const silent = { ...declared, template: null };
    expect(brief(silent, withDevice({ template: null, templateVersion: null }))).toEqual([]);
    expect(brief(silent, agreeing)).toEqual([['template', null]]);
  });

  test('of another chip is named', () => {
    expect(findDifferences(declared, withDevice({ family: 'esp32-c3' }))[0]).toEqual({
      kind: 'board',
      subject: null,
      text: expect.stringContaining('this is an ESP32-C3'),
      reason: 'other_board',
      values: { board: 'NodeMCU (ESP8266)', family: 'esp32-c3' },
    });
  });
});

describe('what can be operated', () => {
  test('an output that is not there, has another mode, or is not declared', () => {
    const output = (pin: string, mode: 'digit' | 'pwm') => ({ pin, mode, name: null });
    expect(brief(declared, { ...agreeing, outputs: [] })).toEqual([['missing', 'D1']]);
    expect(brief(declared, { ...agreeing, outputs: [output('D1', 'pwm')] })).toEqual([['missing', 'D1']]);
    expect(brief(declared, { ...agreeing, outputs: [...agreeing.outputs, output('D2', 'digit')] })).toEqual([
      ['undeclared', 'D2'],
    ]);
  });

  test('events that are not there are one finding; only what a board reported can be undeclared', () => {
    const two = { ...declared, events: [{ name: 'a' }, { name: 'b' }, { name: 'Mode' }] };
    const [finding] = findDifferences(two, agreeing);
    expect(finding).toMatchObject({ kind: 'missing', subject: null, text: expect.stringContaining('"a" and "b"') });
    expect(brief({ ...declared, events: [] }, agreeing)).toEqual([]);
    const reported = { ...agreeing, events: [{ name: 'Mode', reportedAt: now }] };
    expect(brief({ ...declared, events: [] }, reported)).toEqual([['undeclared', 'Mode']]);
  });
});

const never = (key: string) => [{ key, at: null }];
