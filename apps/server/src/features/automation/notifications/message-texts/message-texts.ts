import type { EventDetails } from '../event.ts';

/** The texts of messages around what happened, in one language. */
export interface MessageTexts {
  /** `23 devices of Greenhouse A`; `group` null: of several, or of none. */
  devices(count: number, group: string | null): string;
  notifications(count: number, group: string | null): string;
  /** `23 devices went offline at 14:03`; `did` null: nothing that all did. */
  subject(who: string, did: string | null, time: string): string;
  readonly did: Record<EventDetails['kind'], string | null>;
  /** Behind a subject about a group that went offline at once. */
  readonly probablyNetwork: string;
  andMore(count: number): string;
  still(subject: string): string;
  notAcknowledged(subject: string): string;
  /** Why somebody gets it who is not concerned otherwise, and what to do about that; `by`: an address. */
  passedOnBy(by: string): string;
  /** Somebody whom an escalation names, and whose account is gone. */
  readonly deletedAccount: string;
  /** `Since 1 Nov, 14:03.`; `day` null: that of the message. */
  since(day: string | null, time: string): string;
  veryMany(until: string): string;
  contactFails(name: string): { subject: string; text: string };
  test(contact: string): { subject: string; text: string };
}

/** The texts of messages about alerts, in one language. */
export interface AlertMessageTexts {
  /** An alert of a rule without a name that reports nothing. */
  readonly alert: string;
  /** Behind the name of the rule. */
  readonly suffixes: Record<
    'active' | 'cleared' | 'cancelled' | 'acknowledged' | 'muted' | 'unmuted' | 'resumed',
    string
  >;
  readonly wentOffline: string;
  /** When a snooze or a maintenance is over. */
  readonly stillOffline: string;
  readonly cameBack: string;
  /** Their rule is no longer followed on these devices. */
  readonly wereCancelled: string;
}

/** Values in the text of a message that somebody wrote. */
export interface ValueTexts {
  readonly on: string;
  readonly off: string;
  /** In the place of a value that nothing caused. */
  readonly nothing: string;
  /** In the place of a variable without a value. */
  no(variable: string): string;
  joined(names: readonly string[]): string;
}
