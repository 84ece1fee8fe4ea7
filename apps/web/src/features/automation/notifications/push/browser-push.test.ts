import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeContact, storedContact } from '../../../../lib/browser/push-contact.ts';
import { renewPush } from './browser-push.ts';

const url = 'https://push.example.com/send/browser-1';
const mine = { id: 'contact-7', url };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  storeContact(mine);
});
afterEach(() => vi.unstubAllGlobals());

/** A browser with a subscription; returns how often it was ended. */
function subscribedBrowser() {
  const unsubscribe = vi.fn(async () => true);
  const subscription = {
    options: {},
    unsubscribe,
    toJSON: () => ({ endpoint: url, keys: { p256dh: 'p', auth: 'a' } }),
  };
  const pushManager = { getSubscription: async () => subscription, subscribe: async () => subscription };
  const registration = { pushManager };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('navigator', { serviceWorker });
  return unsubscribe;
}

/** The account that is logged in has one contact; null: the server cannot be reached. */
function serverWith(contact: string | null) {
  vi.stubGlobal('fetch', async (path: string) => {
    if (contact === null) return Response.error();
    return Response.json(path.endsWith('/contacts') ? { contacts: [{ id: contact }] } : { key: '' });
  });
}

it('ends the subscription of another account, whose session expired here', async () => {
  const unsubscribe = subscribedBrowser();
  serverWith('contact-8');
  await renewPush();
  expect(storedContact()).toBeNull();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

it.each(['contact-7', null])('leaves its own as it is: %s', async (contact) => {
  const unsubscribe = subscribedBrowser();
  serverWith(contact);
  await renewPush();
  expect(storedContact()).toEqual(mine);
  expect(unsubscribe).not.toHaveBeenCalled();
});
