import { thisBrowser } from '../browser/push-contact.ts';
import { call } from './api-client.ts';
import { endSession } from './session.ts';

/** Logs out here at once; the server hears of it, but nobody waits for it. */
export function logOut(): void {
  const contact = thisBrowser();
  if (contact !== null) {
    // The person who uses this browser next gets nothing of this account, also when the server cannot be reached now.
    void import('../browser/end-push.ts').then(({ endPush }) => endPush());
    call('DELETE /api/notifications/contacts/:id', { params: { id: contact } }).catch(() => undefined);
  }
  call('POST /api/auth/logout').catch(() => {
    // The token is forgotten here in any case and runs out by itself.
  });
  endSession('logout');
}
