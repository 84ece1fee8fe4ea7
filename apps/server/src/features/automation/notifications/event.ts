import type { NotificationKind, NotificationSeverity } from '@cyno/contract';
import type { EventTranslations } from '../../../platform/database/schema/index.ts';

/** Something that people are to be notified of. */
export interface NotificationEvent {
  /**
   * Of two events with the same key the second is ignored. What stands before its last colon is what changes of one thing have in
   * common: `alert:310:cleared` ends the repetition of `alert:310:active`.
   */
  readonly key: string;
  /** Whose device it is. */
  readonly accountId: number;
  /** The accounts that may see the device, its owner too. */
  readonly recipients: readonly number[];
  readonly severity: NotificationSeverity;
  readonly kind: Exclude<NotificationKind, 'test'>;
  /** What is one message when it happens within some seconds, by the name that people gave it, such as a group of devices. */
  readonly group: string | null;
  /** All of it in one line, such as `Pond is offline`. */
  readonly subject: string;
  readonly text: string;
  /** What the device did, such as `went offline`: the subject of a message about several devices ends with it. */
  readonly what?: string;
  /** `subject`, `text` and `what` are English; these are for readers of other languages. */
  readonly translations?: EventTranslations;
  readonly value: number | null;
  readonly limit: number | null;
  /** What was measured with its unit, such as `39.2 °C`: it stands behind the subject where a message lists several. */
  readonly reading?: string | null;
  /** Since when it holds; instants in ms since the epoch. */
  readonly since: number | null;
  /** The page that shows it, a path of the web app. */
  readonly link: string;
  readonly espid: string | null;
  readonly at: number;
}

/** What an event has in common with later ones of the same thing, by its key: `alert:310` of `alert:310:active`. */
export const topicOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf(':'), 0)) || key;

/** An event as a message has it. */
export type EventDetails = Omit<
  NotificationEvent,
  'accountId' | 'recipients' | 'what' | 'reading' | 'kind' | 'translations'
> & {
  readonly kind: NotificationKind;
  readonly what: string | null;
  readonly reading: string | null;
};

/** The content of one message. `events`: the first ones of `count`. */
export interface MessageContent {
  readonly subject: string;
  readonly text: string;
  readonly link: string;
  readonly count: number;
  readonly events: readonly EventDetails[];
}

/** An output that a message offers to switch, with the state that it does not have now. */
export interface OfferedOutput {
  readonly espid: string;
  readonly pin: string;
  readonly name: string;
  readonly on: boolean;
}

/** A message as a contact gets it. `key` is the same for each attempt, `link` a whole address. */
export interface OutgoingMessage extends MessageContent {
  readonly key: string;
  readonly severity: NotificationSeverity;
  readonly kind: NotificationKind;
  readonly at: number;
  /** The page on which its reader may take action without a login; null: nothing can be done from this message. */
  readonly actionLink: string | null;
  /** Whether its reader may operate a device that it is about; else there is no more to do than to acknowledge it. */
  readonly mayOperate: boolean;
  /** With it a browser reports that it showed the message, and its reader that it was opened; null: nobody reports that. */
  readonly receiptToken: string | null;
  /** How many alerts are active for its reader; null: that is not known, or nobody shows it. */
  readonly badge: number | null;
  /** What a browser offers to switch from the message; null: nothing. */
  readonly output: OfferedOutput | null;
}
