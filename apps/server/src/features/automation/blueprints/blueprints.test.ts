import {
  type Blueprint,
  type BlueprintInput,
  displayName,
  type FilledBlueprint,
  notificationMessages,
} from '@cyno/contract';
import { boardId, createVirtualBoard, type VirtualBoard } from '@cyno/virtual-board';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';
import { builtIn } from './built-in.ts';

const espid = boardId('esp8266', 0x47_00_01);
const foreign = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let board: VirtualBoard;
/** What the board measures now. */
let measured: Record<string, number> = { temp: 20, soil: 40, door: 0, level: 50 };

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  const { hostname, port } = new URL(server.mqtts);
  board = createVirtualBoard({
    espid,
    email: owner.email,
    key: await owner.connectionKey(),
    host: hostname,
    port: Number(port),
    tls: true,
    family: 'esp8266',
    kit: { template: '0', begin: () => () => measured },
    intervalMs: 500,
  });
  board.start();
  const username = `${stranger.email}/${await stranger.connectionKey()}`;
  await server.board({ espid: foreign, username, keepalive: 3_600 });
  const variables = async () => (await owner.api('GET', `/api/device/${espid}`)).body.variables?.length;
  await vi.waitUntil(async () => (await variables()) === 4, { timeout: 180_000 });
});
afterAll(async () => {
  await board.stop();
  await server.stop();
});

const path = `/api/device/${espid}/automations`;
const getBlueprint = (id: string): Blueprint => {
  const found = builtIn.find((one) => one.id === id);
  if (!found) throw new Error(`There is no blueprint ${id}.`);
  return found.blueprint;
};
const usual = (input: BlueprintInput) => {
  if (input.kind === 'device') return espid;
  if (input.kind === 'output') return 'D1';
  return 'default' in input ? input.default : '';
};
const fill = (blueprint: object & { inputs: readonly BlueprintInput[] }, more: object = {}, user = owner) => {
  const values = Object.entries({
    ...Object.fromEntries(blueprint.inputs.map((one) => [one.id, usual(one)])),
    ...more,
  });
  return user.api('POST', '/api/blueprints/fill', {
    text: JSON.stringify(blueprint),
    values: values.map(([id, value]) => ({ id, value })),
  });
};
/** Imports a blueprint for the board, switched on; its automation. */
async function importOne(id: string, more: object = {}) {
  const filled = await fill(getBlueprint(id), more);
  expect([filled.status, filled.body.error]).toEqual([200, undefined]);
  const { definition } = filled.body as Extract<FilledBlueprint, { kind: 'automation' }>;
  const made = await owner.api('POST', path, { name: null, enabled: true, definition });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body;
}
const output = () => board.outputs.get('D1') ?? 0;
const messages = async () =>
  notificationMessages
    .parse((await owner.api('GET', '/api/notifications/messages')).body)
    .messages.map(({ subject }) => subject);

describe('a blueprint that comes with the product, imported for a virtual board', () => {
  test('are offered to everybody with an account', async () => {
    const { body } = await stranger.api('GET', '/api/blueprints');
    expect(body.blueprints.map(({ id }: { id: string }) => id)).toEqual(builtIn.map(({ id }) => id));
  });

  test.each<[string, object, Record<string, number>, Record<string, number>]>([
    ['fan-by-temperature', {}, { temp: 31 }, { temp: 27 }],
    ['pump-by-soil-moisture', { from: 0, until: 86_399 }, { soil: 12 }, { soil: 36 }],
    ['tank-refill', {}, { level: 10 }, { level: 91 }],
  ])('%s switches its output on and off again', async (id, more, beyond, backAgain) => {
    const { id: automation } = await importOne(id, more);
    measured = { ...measured, ...beyond };
    await expect.poll(output).toBe(1);
    measured = { ...measured, ...backAgain };
    await expect.poll(output).toBe(0);
    await owner.api('DELETE', `${path}/${automation}`);
  });

  test('the freezer runs its fan and sends a message with the value of the chosen variable', async () => {
    const { id } = await importOne('freezer-too-warm', { hold: 1 });
    measured = { ...measured, temp: -10 };
    await expect.poll(output).toBe(1);
    await expect.poll(messages).toContain(`${displayName({ espid, name: espid }, 'en')}: The freezer is at -10 °C`);
    measured = { ...measured, temp: -18 };
    await expect.poll(output).toBe(0);
    await owner.api('DELETE', `${path}/${id}`);
  });

  test('the door that is left open sends its message', async () => {
    const { id } = await importOne('door-left-open', { open: 1, message: 'Shut the coop' });
    measured = { ...measured, door: 1 };
    await expect.poll(messages).toContain(`${displayName({ espid, name: espid }, 'en')}: Shut the coop`);
    await owner.api('DELETE', `${path}/${id}`);
  });

  test('a tank that is not full in time is reported, and its valve stays shut', async () => {
    measured = { ...measured, level: 50 };
    const { id } = await importOne('tank-refill', { longest: 5, message: 'No water comes' });
    measured = { ...measured, level: 10 };
    await expect.poll(output).toBe(1);
    await expect.poll(output).toBe(0);
    await expect.poll(messages).toContain(`${displayName({ espid, name: espid }, 'en')}: No water comes`);
    expect(output()).toBe(0);
    await owner.api('DELETE', `${path}/${id}`);
  });

  test('the light waits for the sunset of its device', async () => {
    const filled = await fill(getBlueprint('light-at-sunset'));
    const { definition } = filled.body;
    expect((await owner.api('POST', `${path}/preview`, { definition })).body.nextAt).toBeNull();
    await owner.api('PATCH', `/api/device/${espid}`, { location: { latitude: 13.7, longitude: 100.5 } });
    const { nextAt } = (await owner.api('POST', `${path}/preview`, { definition })).body;
    expect(nextAt).toBeGreaterThan(Date.now());
    const { id } = await importOne('light-at-sunset');
    await owner.api('DELETE', `${path}/${id}`);
  });
});

describe('the values of inputs', () => {
  const fan = getBlueprint('fan-by-temperature');

  test.each<[string, object, string]>([
    ['no device', { device: '' }, 'Board with the fan: Choose one of your devices.'],
    ['a device of somebody else', { device: foreign }, 'Board with the fan: Choose one of your devices.'],
    ['no variable', { variable: ' ' }, 'Temperature: Choose a variable.'],
    ['an output that is none', { fan: 'D1;x' }, 'Fan: Choose an output.'],
    ['a number out of range', { warm: 1_000 }, 'On above: Type a number from -50 to 150.'],
    ['a text for a number', { warm: '30' }, 'On above: Type a number from -50 to 150.'],
    ['an input that it does not have', { more: 1 }, 'The blueprint has no input "more".'],
  ])('%s', async (_, more, sentence) => {
    const { status, body } = await fill(fan, more);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  test('a scene has to be an own one', async () => {
    const actions = [{ espid: foreign, kind: 'output', pin: 'D1', mode: 'digit', value: 1 }];
    const { body } = await stranger.api('POST', '/api/scenes', { name: 'Theirs', actions });
    const withScene = {
      ...fan,
      inputs: [
        { id: 'device', kind: 'device', label: 'Board' } as const,
        { id: 'scene', kind: 'scene', label: 'Scene' } as const,
      ],
      definition: {
        kind: 'timer',
        at: { type: 'time', secondOfDay: 60 },
        repeat: { type: 'daily' },
        action: { kind: 'scene', sceneId: { input: 'scene' } },
      },
    };
    expect((await fill(withScene, { scene: body.id })).body.error).toBe('Scene: Choose one of your scenes.');
    expect((await fill(withScene, { scene: body.id, device: foreign }, stranger)).status).toBe(200);
  });

  test('a variable that the board never sent is refused where it is previewed and stored', async () => {
    const { definition } = (await fill(fan, { variable: 'nothing' })).body;
    for (const route of ['/preview', '']) {
      const { status, body } = await owner.api('POST', `${path}${route}`, { name: null, enabled: false, definition });
      expect([status, body.error]).toEqual([400, expect.stringContaining('has not sent a variable "nothing"')]);
    }
  });
});

test('what is hostile is refused with a sentence, and nothing is stored', async () => {
  const before = (await owner.api('GET', path)).body.automations.length;
  for (const text of ['{', '[]', `{"format":"cyno-blueprint","version":9}`, 'x'.repeat(70_000)]) {
    const { status, body } = await owner.api('POST', '/api/blueprints/read', { text });
    expect([status, typeof body.error]).toEqual([400, 'string']);
  }
  expect((await owner.api('GET', path)).body.automations).toHaveLength(before);
});

describe('an export', () => {
  const request = { name: 'Fan', description: '', inputs: null };

  test('shows nothing of its account, and becomes the same automation again', async () => {
    await owner.api('PATCH', `/api/device/${espid}`, { name: 'House of Ann' });
    const { definition, id } = await importOne('freezer-too-warm', {
      message: `Mail ${owner.email}, ${espid} is {variable}`,
    });
    const { status, body } = await owner.api('POST', `${path}/${id}/blueprint`, request);
    expect(status).toBe(200);
    const file = JSON.stringify(body.blueprint);
    for (const secret of [espid, owner.email, 'example.com', 'Ann']) expect(file).not.toContain(secret);
    const message = definition.next[0].text;
    expect((await fill(body.blueprint, { message })).body.definition).toEqual(definition);
    // An automation is its device's, and a scene its owner's.
    expect((await stranger.api('POST', `${path}/${id}/blueprint`, request)).status).toBe(404);
    expect((await stranger.api('POST', `/api/device/${foreign}/automations/${id}/blueprint`, request)).status).toBe(
      404,
    );
    await owner.api('DELETE', `${path}/${id}`);
  });

  test('of a scene becomes the same scene', async () => {
    const actions = [{ espid, kind: 'output', pin: 'D2', mode: 'digit', value: 1 }];
    const { id } = (await owner.api('POST', '/api/scenes', { name: 'Evening', actions })).body;
    const { body } = await owner.api('POST', `/api/scenes/${id}/blueprint`, { ...request, name: 'Evening' });
    expect(JSON.stringify(body.blueprint)).not.toContain(espid);
    const output = body.blueprint.inputs.find(({ kind }: BlueprintInput) => kind === 'output').id;
    expect((await fill(body.blueprint, { [output]: 'D2' })).body).toEqual({ kind: 'scene', actions });
    expect((await stranger.api('POST', `/api/scenes/${id}/blueprint`, request)).status).toBe(404);
  });
});
