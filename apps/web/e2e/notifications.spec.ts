import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpService, startHttpService } from '../../server/test/stand-ins/http-service.ts';
import { newGrower } from './support/alerts.ts';
import { confirmBy, type MailServer, startMailServer } from './support/mail.ts';
import { type Product, startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

let directory: string;
let mail: MailServer;
let service: HttpService;
let product: Product;
test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-notifications-'));
  mail = await startMailServer();
  service = await startHttpService();
  product = await startProduct(directory, undefined, { SMTP_URL: mail.url, OUTGOING_NETWORKS: '127.0.0.1' });
});
test.afterAll(async () => {
  await product.stop();
  await service.stop();
  await mail.stop();
  await rm(directory, { recursive: true, force: true });
});

test('somebody adds a webhook, a board becomes too hot, and the receipts show that the message arrived', async ({
  page,
  boards,
}) => {
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  const owner = await newUser(product, { name: 'grower', setupCode, confirm: confirmBy(mail, product.http) });
  const { board } = await newGrower(boards, owner);
  await openAs(page, owner, '/profile');
  const contacts = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

  await test.step('the webhook shows its secret once, and a test goes through', async () => {
    await expect(contacts).toHaveCount(1);
    await page.getByRole('button', { name: 'Add a service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a service' });
    await dialog.getByRole('button', { name: /Service$/ }).click();
    await page.getByRole('option', { name: 'Webhook of your own' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${service.url}/cyno`);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Barn');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByText(/^whsec_/)).toBeHidden();
    await page.getByRole('button', { name: 'Send a test to Barn' }).click();
    await expect(messages.first()).toContainText('Barn: accepted');
  });

  await test.step('an alert goes to the webhook and to the mail, with a receipt of each', async () => {
    await sendValues(board, { temp: 34 });
    await expect.poll(() => mail.mailsTo(owner.email).some((text) => text.includes('Greenhouse'))).toBe(true);
    await expect(messages).toHaveCount(2);
    await expect(messages.first()).toContainText('Barn: accepted');
    await expect(messages.first()).toContainText(`${owner.email}: accepted`);
    expect(service.requests.map(({ body }) => JSON.parse(body).type)).toEqual(['test', 'alert.active']);
  });

  await test.step('the message leads to the alert', async () => {
    await messages.first().getByRole('link').click();
    await expect(page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')).toContainText('above 30 °C');
  });
});
