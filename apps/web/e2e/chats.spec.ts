import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LineMessagingStandIn,
  startLineMessagingStandIn,
} from '../../server/test/stand-ins/line-messaging-stand-in.ts';
import { startTelegramStandIn, type TelegramStandIn } from '../../server/test/stand-ins/telegram-stand-in.ts';
import { newGrower } from './support/alerts.ts';
import { type Product, startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, visit } from './support/users.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

let directory: string;
let line: LineMessagingStandIn;
let telegram: TelegramStandIn;
let product: Product;
test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-chats-'));
  line = await startLineMessagingStandIn();
  telegram = await startTelegramStandIn();
  product = await startProduct(directory, undefined, { ...line.env, ...telegram.env });
  line.state.target = product.http;
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  await newUser(product, { name: 'operator', setupCode });
});
test.afterAll(async () => {
  await product.stop();
  await telegram.stop();
  await line.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A chat with somebody, as both services have it. */
interface Chat {
  /** Writes what the link of the profile leads to. */
  join(link: string): Promise<unknown>;
  /** The texts of the server to them, oldest first. */
  texts(): readonly string[];
  hasButton(label: string): boolean;
  /** Presses a button of any message that they got. */
  press(label: string): Promise<unknown>;
}

function lineChat(): Chat {
  const person = line.person('Narin');
  const buttons = () => person.messages().flatMap((message) => message.buttons);
  const named = (label: string) => buttons().find((button) => button.label === label)?.data;
  return {
    join: (link) => person.write(decodeURIComponent(new URL(link).search.slice(1))),
    texts: () => person.messages().map(({ text }) => text),
    hasButton: (label) => named(label) !== undefined,
    press: (label) => person.press(named(label) ?? ''),
  };
}

function telegramChat(): Chat {
  const person = telegram.person('Narin');
  // A message loses a button that has done what it is for; people press it again on another screen.
  const known = new Map<string, string>();
  const named = (label: string) => {
    for (const { text, callback_data: data = '' } of person.messages().flatMap(({ buttons }) => buttons))
      known.set(text, data);
    return known.get(label);
  };
  return {
    join: async (link) => person.write(`/start ${new URL(link).searchParams.get('start')}`),
    texts: () => person.messages().map(({ text }) => text),
    hasButton: (label) => named(label) !== undefined,
    press: async (label) => person.press(named(label) ?? ''),
  };
}

const services = [
  { service: 'LINE', newChat: lineChat },
  { service: 'Telegram', newChat: telegramChat },
];
for (const { service, newChat } of services) {
  test(`somebody connects a chat of ${service}, switches the fan off the alert in it, and disconnects it`, async ({
    page,
    boards,
  }) => {
    const owner = await newUser(product, { name: service.toLowerCase() });
    const { board, espid } = await newGrower(boards, owner);
    const at = `/device/${encodeURIComponent(espid)}`;
    const fan = { mode: 'digit', name: 'Fan', locked: false, momentaryMs: null };
    await owner.api('PUT', `/api${at}/outputs/4`, fan);
    const chat = newChat();
    const contact = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').filter({ hasText: 'Narin' });
    await openAs(page, owner, '/profile#contacts');

    await test.step('the link of the profile connects it', async () => {
      await page.getByRole('button', { name: 'Add a service' }).tap();
      const dialog = page.getByRole('dialog', { name: 'Add a service' });
      await dialog.getByRole('button', { name: /Service$/ }).tap();
      await page.getByRole('option', { name: service }).tap();
      await dialog.getByRole('button', { name: `Connect ${service}` }).tap();
      const link = await dialog.getByRole('link', { name: `open ${service} on this device` }).getAttribute('href');
      await chat.join(link ?? '');
      await expect(contact).toContainText(service);
      await expect(dialog).toBeHidden();
      await expect.poll(() => chat.texts().at(-1)).toContain('Connected with the account');
    });

    await test.step('an alert arrives, and its button switches the fan on', async () => {
      await visit(page, `${at}/Alerts`);
      await sendValues(board, { temp: 34 });
      await expect.poll(() => chat.hasButton('Fan on')).toBe(true);
      expect(board.outputs.get('4')).not.toBe(1);
      await chat.press('Fan on');
      await expect.poll(() => chat.texts().at(-1)).toMatch(/^Fan on, done in \d+ ms$/);
      expect(board.outputs.get('4')).toBe(1);
    });

    await test.step('the page shows that it was acknowledged there', async () => {
      const alert = page.getByRole('region', { name: 'Open alerts' }).getByRole('listitem');
      await expect(alert).toContainText('34');
      await expect(alert.getByText('Acknowledged', { exact: true })).toBeHidden();
      await chat.press('Acknowledge');
      await expect(alert.getByText('Acknowledged', { exact: true })).toBeVisible();
    });

    await test.step('once it is removed from the profile, its buttons do nothing', async () => {
      await visit(page, '/profile#contacts');
      await contact.getByRole('button', { name: 'Actions for Narin' }).tap();
      await page.getByRole('menuitem', { name: 'Remove' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).tap();
      await expect(contact).toBeHidden();
      await chat.press('Fan on');
      await expect.poll(() => chat.texts().at(-1)).toContain('not connected');
      const { commands } = (await owner.api('GET', `/api${at}/control`)) as { commands: unknown[] };
      expect(commands).toHaveLength(1);
    });
  });
}
