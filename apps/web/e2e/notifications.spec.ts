import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NotificationMessages } from '@cyno/contract';
import type { Page } from '@playwright/test';
import { type HttpService, startHttpService } from '../../server/test/stand-ins/http-service.ts';
import { newPushBrowser } from '../../server/test/stand-ins/push-browser.ts';
import { newBoardOwner, newGrower, openStates } from './support/alerts.ts';
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
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  await newUser(product, { name: 'operator', setupCode, confirm: confirmBy(mail, product.http) });
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
  const owner = await newUser(product, { name: 'grower', confirm: confirmBy(mail, product.http) });
  const { board } = await newGrower(boards, owner);
  await openAs(page, owner, '/profile');
  const contacts = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

  await test.step('the webhook shows its secret once, and a test goes through', async () => {
    await expect(contacts).toHaveCount(1);
    await page.getByRole('button', { name: 'Add a service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a service' });
    await dialog.getByRole('button', { name: /Service$/ }).click();
    await page.getByRole('option', { name: 'Your own webhook' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${service.url}/cyno`);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Barn');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
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

  await test.step('the message leads to its moment in History, with the variable of the rule', async () => {
    await messages.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/History\?from=\d+&to=\d+&v=/);
    const { searchParams } = new URL(page.url());
    expect(Number(searchParams.get('to')) - Number(searchParams.get('from'))).toBeLessThan(25 * 60_000);
    await expect(page.getByRole('button', { name: 'Back to 24 h' })).toBeVisible();
    await expect(page.locator('.history-key')).toHaveText(/^Temperature/);
    await expect(page.getByText('Shaded: while an alert was active')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });
  // Its page learns that the link was used by the notification.
  test.use({ allowErrors: /status of 404/ });

  test('somebody without alerts makes an output and a rule, acknowledges a message from its notification, and switches the fan off from its mail', async ({
    page,
    browser,
    boards,
  }) => {
    const phone = newPushBrowser(service.url);
    await page.addInitScript(subscribeAt, phone.subscription);
    const owner = await newUser(product, { name: 'farmer', confirm: confirmBy(mail, product.http) });
    const { board } = await newBoardOwner(boards, owner);
    const openTab = async (name: string) => {
      await page.getByRole('navigation', { name: 'Device pages' }).getByRole('button', { name: 'More' }).tap();
      await page.getByRole('menuitem', { name }).tap();
    };
    const fan = page.getByRole('switch', { name: 'Fan' });
    await openAs(page, owner, '/device');
    await page.getByRole('main').getByRole('link', { name: 'Greenhouse' }).tap();

    await test.step('the fan on a pin gets its name, and runs', async () => {
      await openTab('Control');
      await page.getByText(/^All \d+ pins$/).tap();
      const pin = page.getByRole('listitem').filter({ has: page.getByText('4', { exact: true }) });
      await pin.getByRole('button', { name: 'Set up' }).tap();
      await page.getByRole('textbox', { name: 'Name' }).fill('Fan');
      await page.getByRole('button', { name: 'Save' }).tap();
      await fan.tap();
      await expect(fan).toBeChecked();
      expect(board.outputs.get('4')).toBe(1);
    });

    await test.step('a rule is a sentence, which is true for somebody after a few taps', async () => {
      await openTab('Alerts');
      await expect(page.getByText('No open alerts for Greenhouse')).toBeVisible();
      await page.getByRole('button', { name: 'Add rule' }).tap();
      const sheet = page.getByRole('dialog', { name: 'New rule' });
      // What the server suggests comes a little later.
      await expect(sheet.getByRole('textbox', { name: 'It clears at' })).not.toHaveValue('');
      await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('30');
      await sheet.getByRole('textbox', { name: 'It clears at' }).fill('28');
      await sheet.getByRole('button', { name: 'Remove: For how long' }).tap();
      await sheet.getByRole('button', { name: /Severity/ }).tap();
      await page.getByRole('option', { name: /^Critical/ }).tap();
      await sheet.getByRole('textbox', { name: 'Name (optional)' }).fill('Too hot');
      await expect(sheet.getByText('When Temperature is above 30 °C, raise a critical alert.')).toBeVisible();
      await sheet.getByRole('button', { name: 'Save' }).tap();
      await expect(page.getByRole('heading', { name: 'Too hot' })).toBeVisible();
    });

    const worker = await test.step('messages to this phone are switched on where the tab leads', async () => {
      await page.getByRole('link', { name: 'where you are notified' }).tap();
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.getByRole('button', { name: 'Turn on notifications here' }).tap();
      const contacts = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
      await expect(contacts.nth(1)).toContainText('This browser');
      return serviceWorkerOf(page);
    });

    const pushState = async () => {
      const { messages } = (await owner.api('GET', '/api/notifications/messages')) as NotificationMessages;
      return messages[0]?.deliveries.find(({ kind }) => kind === 'push')?.state;
    };

    await test.step('its notification is shown, counted on the sign of the app, and opens what can be done', async () => {
      await sendValues(board, { temp: 34 });
      await expect.poll(() => service.requests.some(({ path }) => phone.subscription.url.endsWith(path))).toBe(true);
      const request = service.requests.find(({ path }) => phone.subscription.url.endsWith(path));
      if (!request) throw new Error('Nothing was pushed.');
      await worker.deliver(JSON.stringify(phone.read(request)));
      await expect.poll(() => worker.displayed()).toMatchObject([{ title: 'Greenhouse: Too hot' }]);
      await expect.poll(() => worker.badge()).toBe(1);
      await expect.poll(pushState).toBe('delivered');
      await worker.press('');
      await expect(page).toHaveURL(/\/message#/);
      await expect(page.getByRole('heading', { name: 'Greenhouse: Too hot' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Turn Fan off' })).toBeVisible();
      await expect.poll(pushState).toBe('read');
    });

    await test.step('its button acknowledges the alert', async () => {
      await worker.press('acknowledge');
      await expect.poll(() => openStates(owner)).toEqual(['acknowledged']);
      await expect.poll(() => worker.displayed()).toMatchObject([{ options: { body: 'Alert acknowledged.' } }, {}]);
    });

    await test.step('the link of the mail, on a phone that is not logged in, switches the fan off', async () => {
      const link = await expectLink(owner.email);
      const other = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      try {
        const opened = await other.newPage();
        await opened.goto(link);
        await expect(opened.getByText('Acknowledged ·')).toBeVisible();
        await expect(opened.getByText('Greenhouse · on')).toBeVisible();
        await opened.getByRole('button', { name: 'Turn Fan off' }).tap();
        await expect(opened.getByText('Greenhouse · off')).toBeVisible();
        expect(board.outputs.get('4')).toBe(0);
        await opened.goto('about:blank');
        await opened.goto(link);
        await expect(opened.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
      } finally {
        await other.close();
      }
    });

    await test.step('the page of its owner shows it off, and who switched it', async () => {
      await page.goto(`${product.http}/device/${encodeURIComponent(board.espid)}/Control`);
      await expect(fan).not.toBeChecked();
      await expect(page.getByText(/^Off since \d\d:\d\d, by /)).toBeVisible();
    });
  });
});

/** The link in the newest mail about an alert. */
async function expectLink(email: string): Promise<string> {
  const links = () => mail.mailsTo(email).flatMap((text) => /https?:\/\/\S+\/message#[\w-]{43}/.exec(text) ?? []);
  await expect.poll(() => links().length).toBeGreaterThan(0);
  return links().at(-1) ?? '';
}

/**
 * Makes the page believe that its owner allows notifications, which Chromium's headless shell has none of, and that the browser's push
 * service is the stand-in: a real one is on the internet.
 */
function subscribeAt({ url, p256dh, auth }: { url: string; p256dh: string; auth: string }) {
  const subscription = { endpoint: url, toJSON: () => ({ endpoint: url, keys: { p256dh, auth } }) };
  Object.assign(PushManager.prototype, { subscribe: async () => subscription, getSubscription: async () => null });
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
}

interface DisplayedNotification {
  readonly title: string;
  readonly options: { readonly body: string; readonly data: unknown };
}

/** The service worker of a page: has the browser deliver push messages to it, notes what it shows, and presses that. */
async function serviceWorkerOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  await worker.evaluate(`
    self.displayed = [];
    self.badge = null;
    navigator.setAppBadge = async (count) => void (badge = count);
    registration.showNotification = async (title, options) => void displayed.unshift({ title, options });
    0`);
  return {
    deliver: (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    /** Newest first. */
    displayed: () => worker.evaluate<DisplayedNotification[]>('displayed'),
    badge: () => worker.evaluate<number | null>('badge'),
    press: (action: string) =>
      worker.evaluate(`{
        const notification = { data: displayed[0].options.data, close() {} };
        dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification, action: '${action}' }));
      }`),
  };
}
