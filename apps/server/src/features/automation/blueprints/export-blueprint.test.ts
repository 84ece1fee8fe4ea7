import type { AutomationDefinition, RuleDefinition, SceneAction } from '@cyno/contract';
import { expect, test } from 'vitest';
import { exportAutomation, exportScene } from './export-blueprint.ts';
import { withoutPrivate } from './private-text.ts';
import { readBlueprint } from './read-blueprint.ts';

const espid = 'ESP32-000001_AABBCC000001';
const other = 'Shed board';
const rule: RuleDefinition = {
  kind: 'rule',
  conditions: [
    { espid, key: 'soil', comparison: '<', threshold: 20, release: 25 },
    { espid: other, key: 'soil', comparison: '<', threshold: 30, release: null },
  ],
  forSeconds: 60,
  action: { kind: 'output', pin: '4', mode: 'digit', value: 1 },
  back: 0,
  limit: { seconds: 600, value: 0 },
  activeHours: { from: 3_600, to: 7_200, days: [1] },
  next: [
    { kind: 'wait', seconds: 30 },
    { kind: 'notify', text: 'Soil is {soil}' },
    { kind: 'scene', sceneId: 712 },
    { kind: 'event', name: 'mode', value: 'night' },
  ],
};
const exportOf = (definition: AutomationDefinition, inputs: string[] | null = null, texts: object = {}) =>
  exportAutomation(
    { espid, definition },
    {
      request: { name: 'Water', description: '', inputs, ...texts },
      names: {
        hasVariable: (_, key) => key === 'soil',
        variable: (_, key) => ({ label: key === 'soil' ? 'Soil moisture' : key, unit: '%' }),
        output: () => 'Pump',
        event: (_, name) => name,
      },
      withoutPrivate: withoutPrivate([espid, other]),
    },
  );

test('devices, variables, outputs, numbers, times, texts and scenes become inputs', () => {
  const { blueprint, parts } = exportOf(rule);
  expect(parts.map(({ id, kind, always }) => `${id} ${kind}${always ? ' always' : ''}`)).toEqual([
    'device device always',
    'soil variable always',
    'soil_limit number',
    'soil_back number',
    'device_2 device always',
    'soil_2 variable',
    'soil_2_limit number',
    'hold duration',
    'pump output',
    'at_most duration',
    'from time',
    'until time',
    'pause duration',
    'message text',
    'scene scene always',
    'mode event',
  ]);
  expect(blueprint).toMatchObject({
    kind: 'automation',
    definition: {
      conditions: [
        { espid: { input: 'device' }, key: { input: 'soil' }, threshold: { input: 'soil_limit' } },
        { espid: { input: 'device_2' }, key: { input: 'soil_2' }, release: null },
      ],
      action: { pin: { input: 'pump' }, value: 1 },
    },
  });
  expect(blueprint.inputs.find(({ id }) => id === 'message')).toMatchObject({ default: 'Soil is {soil}' });
  expect(readBlueprint(JSON.stringify(blueprint))).toEqual(blueprint);
});

test('what is not chosen stays as it is, but for what has to be an input', () => {
  const { blueprint } = exportOf(rule, ['soil_limit']);
  expect(blueprint.inputs.map(({ id }) => id)).toEqual(['device', 'soil', 'soil_limit', 'device_2', 'scene']);
  expect(blueprint).toMatchObject({ definition: { forSeconds: 60, action: { pin: '4' }, back: 0 } });
  expect(readBlueprint(JSON.stringify(blueprint))).toEqual(blueprint);
});

test.each([[[] as string[]], [null]])('nothing of the account is in it, whatever becomes an input', (inputs) => {
  const token = 'cyno_4f9a8e7d6c5b4a3928171605f4e3d2c1';
  const secrets = [
    'ann@example.com',
    espid,
    token,
    '192.168.1.20:1883',
    'https://farm.example/x',
    '+66 81 234 5678',
    other,
  ];
  const text = `Call ${secrets.join(' , ')} now`;
  const { blueprint } = exportOf(
    {
      ...rule,
      conditions: [{ espid: other, key: 'ann@example.com', comparison: '>', threshold: 1, release: null }],
      next: [
        { kind: 'notify', text: text.slice(0, 200) },
        { kind: 'event', name: 'ann@example.com', value: token },
        { kind: 'scene', sceneId: 712 },
      ],
    },
    inputs,
    { name: text, description: text },
  );
  const file = JSON.stringify(blueprint);
  for (const secret of [...secrets, '712', 'AABBCC', 'example']) expect(file).not.toContain(secret);
  expect(file).toContain('Call … , … , ');
});

test('markup in a name does not make a blueprint that nobody can read', () => {
  const { blueprint } = exportOf(rule, null, { name: '<b>Water</b>' });
  expect(blueprint.name).toBe('‹b>Water‹/b>');
  expect(readBlueprint(JSON.stringify(blueprint))).toEqual(blueprint);
});

test('a part that is not known to be open is not exported', () => {
  const unknown = { ...rule, audience: { groupId: 7 } } as unknown as AutomationDefinition;
  expect(() => exportOf(unknown)).toThrow('Blueprints cannot carry the part "audience" of this automation yet.');
});

test('a scene has an input for each device and output', () => {
  const actions: SceneAction[] = [
    { espid, kind: 'output', pin: '4', mode: 'digit', value: 0 },
    { espid: other, kind: 'event', name: 'mode', value: 'night' },
  ];
  const { blueprint } = exportScene(actions, {
    request: { name: 'Evening', description: '', inputs: null },
    names: {
      hasVariable: () => true,
      variable: () => ({ label: '', unit: '' }),
      output: () => 'Lamp',
      event: () => 'Mode',
    },
    withoutPrivate: withoutPrivate([espid, other]),
  });
  expect(blueprint).toMatchObject({
    kind: 'scene',
    inputs: [
      { id: 'device', kind: 'device' },
      { id: 'lamp', kind: 'output', device: 'device' },
      { id: 'device_2', kind: 'device' },
      { id: 'mode', kind: 'event', device: 'device_2' },
    ],
  });
  expect(readBlueprint(JSON.stringify(blueprint))).toEqual(blueprint);
});

test('what started a run is named in a message as it is', () => {
  const action = { kind: 'notify', text: '{device} sent {value}, soil is {soil}' } as const;
  const { blueprint } = exportOf({ ...rule, action, back: null });
  expect(JSON.stringify(blueprint)).toContain('{device} sent {value}, soil is {soil}');
});

test('several devices and alerts are chosen by who imports it', () => {
  const soil = { key: 'soil', comparison: '<', threshold: 20, release: 25 } as const;
  const conditions: RuleDefinition['conditions'] = [
    { kind: 'devices', scope: { kind: 'tag', tag: 'Home of Ann' }, match: 'any', ...soil },
    { kind: 'devices', scope: { kind: 'group', groupId: 712 }, match: 'all', ...soil },
    { kind: 'alert', ruleId: 713, espid: null, state: 'active' },
    { kind: 'alert', ruleId: 713, espid: other, state: 'cleared' },
  ];
  const { blueprint } = exportOf({ ...rule, conditions });
  expect(blueprint).toMatchObject({
    definition: {
      conditions: [
        { kind: 'devices', scope: { input: 'devices' }, match: 'any', key: { input: 'soil' } },
        { kind: 'devices', scope: { input: 'devices_2' }, match: 'all', key: { input: 'soil_2' } },
        { kind: 'alert', ruleId: { input: 'alert' }, espid: null, state: 'active' },
        { kind: 'alert', ruleId: { input: 'alert' }, espid: { input: 'device_2' }, state: 'cleared' },
      ],
    },
  });
  expect(blueprint.inputs.filter(({ kind }) => kind === 'variable')).toMatchObject([
    { id: 'soil', device: 'devices', unit: '%' },
    { id: 'soil_2', device: 'devices_2' },
    { id: 'soil_3', device: 'device' },
  ]);
  const file = JSON.stringify(blueprint);
  for (const secret of ['Home of Ann', '712', '713', other]) expect(file).not.toContain(secret);
  expect(readBlueprint(file)).toEqual(blueprint);
});
