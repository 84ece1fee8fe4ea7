import { afterAll, beforeAll, expect, test } from 'vitest';
import { tooHot } from '../../../../../test/alerts.ts';
import { nextEspid } from '../../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../../test/server.ts';
import {
  startTelegramStandIn,
  type TelegramMessage,
  type TelegramStandIn,
} from '../../../../../test/stand-ins/telegram-stand-in.ts';

let telegram: TelegramStandIn;
let server: TestServer;

beforeAll(async () => {
  telegram = await startTelegramStandIn();
  server = await startTestServer(telegram.env);
});
afterAll(async () => {
  await server.stop();
  await telegram.stop();
});

type Person = ReturnType<TelegramStandIn['person']>;

async function connect(user: TestUser): Promise<Person> {
  const person = telegram.person('Narin');
  const { body } = await user.api('POST', '/api/chats/telegram/join');
  person.write(`/start ${new URL(body.link).searchParams.get('start')}`);
  await expect.poll(() => person.messages().length).toBe(1);
  return person;
}

/** The message about a device that became too hot after it had sent some temperatures. */
async function alertAfter(user: TestUser, person: Person, temperatures: readonly number[]): Promise<TelegramMessage> {
  const espid = nextEspid();
  const { board } = await server.board({ espid, username: `${user.email}/${await user.connectionKey()}` });
  await user.api('PATCH', `/api/device/${espid}`, { name: '</svg> สวนผัก & co' });
  await user.api('POST', '/api/alert-rules', tooHot());
  for (const temp of [...temperatures, 34])
    await board.puback(board.publish('data/update', JSON.stringify({ temp }), 1));
  const alerts = () => person.messages().filter(({ buttons }) => buttons.length > 0);
  await expect.poll(() => alerts().length).toBe(1);
  const [message] = alerts();
  if (!message) throw new Error('There is no message.');
  return message;
}

test('a message about an alert has a picture of the last 24 hours; without one the text goes alone', async () => {
  const ann = await server.signup('ann@example.com');
  const chat = await connect(ann);
  const message = await alertAfter(ann, chat, [20, 26]);
  expect(message.text).toContain('34');
  expect(message.payload).toMatchObject({ caption_entities: [{ type: 'bold', offset: 0 }] });
  const { photo } = message;
  // Width and height: https://www.w3.org/TR/png/#11IHDR
  expect([photo?.readUInt32BE(16), photo?.readUInt32BE(20)]).toEqual([960, 480]);
  chat.press(message.buttons[0]?.callback_data ?? '', message);
  await expect.poll(() => chat.messages().at(-1)?.text).toBe('Alert acknowledged.');
  await expect.poll(() => message.buttons).toEqual([]);

  const bob = await server.signup('bob@example.com');
  const bobs = await connect(bob);
  const invalid = { error_code: 400, description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' };
  telegram.refuse(`sendPhoto ${bobs.id}`, invalid);
  const refused = await alertAfter(bob, bobs, [20, 26]);
  expect(refused.photo).toBeUndefined();
  expect(refused.text).toContain('34');

  const eve = await server.signup('eve@example.com');
  const single = await alertAfter(eve, await connect(eve), []);
  expect(single.photo).toBeUndefined();
});
