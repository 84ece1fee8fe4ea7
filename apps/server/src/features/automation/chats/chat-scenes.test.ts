import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import {
  type LineMessage,
  type LineMessagingStandIn,
  startLineMessagingStandIn,
} from '../../../../test/stand-ins/line-messaging-stand-in.ts';
import { startTelegramStandIn, type TelegramStandIn } from '../../../../test/stand-ins/telegram-stand-in.ts';

let line: LineMessagingStandIn;
let telegram: TelegramStandIn;
let server: TestServer;
let ann: TestUser;
let chat: ReturnType<LineMessagingStandIn['person']>;
let board: TestBoard;
let carriedOut: string[] = [];
const espid = nextEspid();

beforeAll(async () => {
  line = await startLineMessagingStandIn();
  telegram = await startTelegramStandIn();
  server = await startTestServer({ ...line.env, ...telegram.env });
  line.state.target = server.http;
  await server.signup('admin@example.com');
  ann = await server.signup('ann@example.com');
  chat = line.person('Ann');
  const { body } = await ann.api('POST', '/api/chats/line/join');
  await chat.write(body.byHand.text);
  await vi.waitFor(() => expect(last()?.text).toContain('Connected'), { timeout: 180_000 });
  await newBoard();
  await ann.api('PATCH', `/api/device/${espid}`, { name: 'Greenhouse' });
});
afterAll(async () => {
  await server.stop();
  await line.stop();
  await telegram.stop();
});

async function newBoard(): Promise<void> {
  ({ board } = await server.board({ espid, username: `${ann.email}/${await ann.connectionKey()}` }));
  await board.subscribe();
  void obey();
}
const last = (): LineMessage | undefined => chat.messages().at(-1);
async function replyTo(write: () => Promise<number>): Promise<string> {
  const before = chat.messages().length;
  await write();
  await expect.poll(() => chat.messages().length).toBeGreaterThan(before);
  return last()?.text ?? '';
}
/**
 * The board does whatever it is sent: a scene may come in several messages, and some time after it connected it is sent its outputs again,
 * so that no test knows which message is whose.
 */
async function obey(): Promise<void> {
  const obedient = board;
  try {
    for (;;) {
      for (const segment of (await obedient.message('io')).text.split(',')) {
        carriedOut.push(segment);
        obedient.publish('ioact', segment.replace('digit', 'act'));
      }
    }
  } catch {
    // It is not connected any more.
  }
}
const carriesOut = (...segments: string[]) => expect.poll(() => carriedOut).toEqual(expect.arrayContaining(segments));
const output = (pin: string, value: number) => ({ espid, kind: 'output', pin, mode: 'digit', value });
const addScene = async (name: string, actions: object[], user = ann) =>
  (await user.api('POST', '/api/scenes', { name, actions })).body;
const runs = async (name: string) =>
  (await ann.api('GET', '/api/scenes')).body.scenes.find((scene: { name: string }) => scene.name === name).lastRun;

test('is run by its name or by “run”, as its person, and the chat gets the report of the boards', async () => {
  await addScene('Evening', [output('D1', 1), output('D2', 0)]);
  carriedOut = [];
  await chat.write('evening');
  await carriesOut('D1:digit:1', 'D2:digit:0');
  await expect.poll(() => last()?.text).toBe('Evening: all 2 done');
  expect((await runs('Evening')).by).toMatchObject({ kind: 'person', name: ann.email });
  carriedOut = [];
  await chat.write('run the scene Evening');
  await carriesOut('D1:digit:1', 'D2:digit:0');
  await expect.poll(() => chat.messages().filter(({ text }) => text === 'Evening: all 2 done').length).toBe(2);
});

test('is run from Telegram as well', async () => {
  const person = telegram.person('Ann');
  const { body } = await ann.api('POST', '/api/chats/telegram/join');
  person.write(`/start ${new URL(body.link).searchParams.get('start')}`);
  await expect.poll(() => person.messages().at(-1)?.text).toContain('Connected');
  await addScene('Morning', [output('D1', 0)]);
  carriedOut = [];
  person.write('/run morning');
  await carriesOut('D1:digit:0');
  await expect.poll(() => person.messages().at(-1)?.text).toBe('Morning: 1 of 1 done');
});

test('is confirmed when something in it is locked, or only a part of its name was written', async () => {
  await ann.api('PUT', `/api/device/${espid}/outputs/D5`, {
    mode: 'digit',
    name: null,
    locked: true,
    momentaryMs: null,
  });
  await addScene('Frost night', [output('D5', 1)]);
  expect(await replyTo(() => chat.write('frost night'))).toBe('Run Frost night? Something in it is locked.');
  expect(await runs('Frost night')).toBeNull();
  await addScene('Harvest party', [output('D1', 1)]);
  expect(await replyTo(() => chat.write('harvest'))).toBe('Run Harvest party?');
  expect(await runs('Harvest party')).toBeNull();
  carriedOut = [];
  await chat.press(last()?.buttons[0]?.data ?? '');
  await carriesOut('D1:digit:1');
  await expect.poll(() => last()?.text).toBe('Harvest party: 1 of 1 done');
});

test('reports later when a board is offline', async () => {
  await addScene('Watering', [output('D1', 1)]);
  await board.end();
  await expect.poll(() => replyTo(() => chat.write('status'))).toContain('1 offline');
  expect(await replyTo(() => chat.write('watering'))).toContain('I report when it is done: Greenhouse offline.');
  await newBoard();
  await carriesOut('D1:digit:1');
  await expect.poll(() => last()?.text).toBe('Watering: 1 of 1 done');
});

test('of another account is not found, also by a forged button', async () => {
  const other = await server.signup('other@example.com');
  const theirs = nextEspid();
  await server.board({ espid: theirs, username: `${other.email}/${await other.connectionKey()}` });
  const scene = await addScene('Vault', [{ ...output('D1', 1), espid: theirs }], other);
  expect(await replyTo(() => chat.write('run vault'))).toBe('There is no scene “vault”.');
  expect(await replyTo(() => chat.write('vault'))).toContain('I know no device, group, scene or command');
  expect(await replyTo(() => chat.press(`r:${scene.id}:r`))).toBe('This scene is gone.');
  expect((await other.api('GET', '/api/scenes')).body.scenes[0].lastRun).toBeNull();
});

test('is understood in Thai, and so are outputs and questions, where the account reads Thai', async () => {
  await ann.api('PATCH', '/api/profile', { language: 'th' });
  const setUp = (pin: string, name: string, locked = false) =>
    ann.api('PUT', `/api/device/${espid}/outputs/${pin}`, { mode: 'digit', name, locked, momentaryMs: null });
  await ann.api('PATCH', `/api/device/${espid}`, { name: 'โรงเรือน' });
  await setUp('D6', 'ปั๊มน้ำ');
  await setUp('D7', 'เตาอบ', true);
  expect(await replyTo(() => chat.write('สถานะ'))).toBe('อุปกรณ์ 1 เครื่อง: ออนไลน์ 1 ออฟไลน์ 0\nไม่มีการเตือนตอนนี้');
  expect(await replyTo(() => chat.write('โรงเรือน'))).toBe('โรงเรือน: ออนไลน์\nยังไม่เคยส่งค่ามา');
  carriedOut = [];
  await chat.write('เปิดปั๊มน้ำโรงเรือนหน่อยครับ');
  await carriesOut('D6:digit:1');
  await expect.poll(() => last()?.text).toMatch(/^เปิด ปั๊มน้ำ สำเร็จใน \d+ มิลลิวินาที$/);
  expect(await replyTo(() => chat.write('ปิดเตาอบ'))).toBe('ปิด เตาอบ ของ โรงเรือน ไหม');
  expect(last()?.buttons[0]?.label).toBe('ใช่ ปิดเลย');
  // A scene may be called like a request: its whole name means the scene.
  await addScene('ปิดทั้งหมด', [output('D6', 0)]);
  carriedOut = [];
  await chat.write('ปิดทั้งหมด');
  await carriesOut('D6:digit:0');
  await expect.poll(() => last()?.text).toBe('ปิดทั้งหมด: สำเร็จ 1 จาก 1 รายการ');
  expect(await replyTo(() => chat.write('หยุด'))).toContain('พิมพ์ “ช่วยเหลือ”');
  expect(await replyTo(() => chat.write('เลิกเชื่อม'))).toContain('เลิกเชื่อมแล้ว');
  // Nobody knows what language a stranger reads.
  const strange = await replyTo(() => chat.write('status'));
  expect(strange).toContain('not connected');
  expect(strange).toContain('ยังไม่ได้เชื่อม');
});
