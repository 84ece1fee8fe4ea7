import { readStored, writeStored } from './use-stored-choice.ts';

/** Under it stands which contact of the account this browser is, and with which subscription. */
const place = 'push-contact';

interface StoredContact {
  readonly id: string;
  readonly url: string;
}

/** The contact that this browser was made, no matter of which account; null: none. */
export function storedContact(): StoredContact | null {
  const [, id, url] = /^(contact-\d+) (\S+)$/.exec(readStored(place) ?? '') ?? [];
  return id && url ? { id, url } : null;
}

export const storeContact = ({ id, url }: StoredContact): void => writeStored(place, `${id} ${url}`);
export const forgetContact = (): void => writeStored(place, '');

/** The id of that contact. */
export const thisBrowser = (): string | null => storedContact()?.id ?? null;
