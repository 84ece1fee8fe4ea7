import type { Contact, PushSubscriptionKeys } from '@cyno/contract';
import { call } from '../../../../lib/api/api-client.ts';
import { endPush } from '../../../../lib/browser/end-push.ts';
import { storeContact, storedContact, thisBrowser } from '../../../../lib/browser/push-contact.ts';

/** Why this browser gets no messages; `off`: somebody has only to switch them on. */
export type PushObstacle = 'off' | 'insecure' | 'install-first' | 'unsupported' | 'blocked';

/** What this browser lacks to get messages, besides that it was not switched on. */
export function pushObstacle(): PushObstacle {
  if (!isSecureContext) return 'insecure';
  // On iPhones only apps on the home screen have it: https://webkit.org/blog/13878/web-push-for-web-apps-on-ios-and-ipados/.
  if ('standalone' in navigator && navigator.standalone === false && !('PushManager' in window)) return 'install-first';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'off';
}

/**
 * Subscribes this browser to messages and adds it to the account's contacts. Throws a PushRefused when its owner or the browser refuses,
 * and an ApiError.
 */
export async function switchOnPush(name: string, contacts: readonly Contact[]): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const subscription = await subscribe();
  const own = contacts.find(({ id }) => id === thisBrowser());
  const { id } = own
    ? await renewContact(own.id, subscription)
    : (await call('POST /api/notifications/contacts', { body: { name, target: { kind: 'push', ...subscription } } }))
        .contact;
  storeContact({ id, url: subscription.url });
}

/** The person, or the browser itself, does not allow messages. */
export class PushRefused extends Error {}

/**
 * Gives the server the subscription again if the browser has replaced it since, and ends that of an account which left without a
 * log-out, as when its session expired; to be called when the app starts.
 */
export async function renewPush(): Promise<void> {
  const stored = storedContact();
  if (!stored || pushObstacle() !== 'off' || Notification.permission !== 'granted') return;
  try {
    const { contacts } = await call('GET /api/notifications/contacts');
    // It was removed from the contacts, or belongs to another account.
    if (!contacts.some(({ id }) => id === stored.id)) return await endPush();
    const subscription = await subscribe();
    if (subscription.url === stored.url) return;
    await renewContact(stored.id, subscription);
    storeContact({ id: stored.id, url: subscription.url });
  } catch {
    // The next start tries again.
  }
}

const renewContact = (id: string, body: PushSubscriptionKeys) =>
  call('PUT /api/notifications/contacts/:id/subscription', { params: { id }, body });

async function subscribe(): Promise<PushSubscriptionKeys> {
  const { key } = await call('GET /api/notifications/push-key');
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await pushManager.getSubscription();
  // One for another key is of an earlier installation of the server, and takes no messages of this one.
  if (present && keyOf(present) !== key) await present.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch((cause: unknown) => {
      throw new PushRefused('The browser refused.', { cause });
    });
  const { endpoint, keys } = subscription.toJSON();
  return { url: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
