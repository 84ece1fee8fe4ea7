import { forgetContact, storedContact } from './push-contact.ts';

/** Ends the browser's subscription to messages: for who logs out here, and for a contact that was removed. */
export async function endPush(): Promise<void> {
  if (!storedContact()) return;
  forgetContact();
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
