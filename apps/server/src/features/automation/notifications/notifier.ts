import {
  defaultNotificationPolicy,
  deliveryResultIn,
  type Language,
  type NotificationPolicy,
  notificationBounds,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { compose, type Happened, namedEvents, passOn, type Reader, remind, timeOf } from './compose.ts';
import type { ContactFailureRow, ContactsRepository } from './contacts.repository.ts';
import type { ContactPoint, Contacts } from './contacts.service.ts';
import { isPerson, type People } from './escalations/people.service.ts';
import type { MessageContent } from './event.ts';
import type { EventsRepository, WaitingGroup } from './events.repository.ts';
import { messageTexts } from './message-texts/index.ts';
import type { MessageRow, MessagesRepository } from './messages.repository.ts';
import type { PoliciesRepository } from './policies.repository.ts';
import { decide, heldUntil, hourMs, nextRepeat, repeatTo } from './policy.ts';

/** What comes within this time after the last one is one message, at most for the longer one. */
const window = { restMs: 3_000, longestMs: notificationBounds.togetherSeconds * 1_000 };
const { messagesPerHour, groupsApart } = notificationBounds;
/** A contact that fails for so long is reported. */
const failingMs = 2 * 24 * hourMs;
/** If nothing failed for so long, nobody knows whether it still does. */
const stillFailingMs = 24 * hourMs;
/** What is above the limit of an hour is gathered for so much longer, and is one message. */
const gatherMs = hourMs;
/** What could not be made into a message is tried again after this. */
const againMs = 60_000;

interface NotifierDeps {
  readonly contacts: Contacts;
  readonly contactRows: ContactsRepository;
  readonly policies: PoliciesRepository;
  readonly people: Pick<People, 'recipients'>;
  readonly events: EventsRepository;
  readonly messages: MessagesRepository;
  readonly clock: Clock;
  readonly log: Logger;
  timeZoneOf(accountId: number): string | null;
  languageOf(accountId: number): Promise<Language>;
  /** The address of an account; null: it is gone. */
  emailOf(accountId: number): Promise<string | null>;
  mayBeUsed(accountId: number): boolean;
  /** Whether the person may see the device; true also for one that is no more. */
  maySee(accountId: number, espid: string): boolean;
}

/** What of several events a person may see; `devices`: of how many; `group`: that of all these; null: they are of several, or of none. */
interface Visible {
  readonly eventIds: readonly number[];
  readonly devices: number;
  readonly group: string | null;
}

/** Makes messages to people of what happened, by their policies. */
export class Notifier {
  readonly #deps: NotifierDeps;

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
  }

  /**
   * Makes messages of what is due; of two servers that do so at the same time one gives way. What fails waits a minute, and holds up nobody
   * else.
   */
  async notify(): Promise<void> {
    const { events, messages, clock } = this.#deps;
    for (const group of together(await events.waiting(clock.now(), window))) {
      await this.#orLater(group.accountId, this.#notifyOf(group), (until) =>
        events.wait(group, { until, summed: group.summed }),
      );
    }
    for (const message of await messages.dueRepeats(clock.now())) {
      await this.#orLater(message.accountId, this.#repeat(message), (until) => messages.setRepeat(message.id, until));
    }
  }

  /** What of a message its account may still see: a share may have ended while a contact did not respond. Null: nothing. */
  async visibleContent(message: MessageRow): Promise<MessageContent | null> {
    const { events, messages } = this.#deps;
    const { id, accountId, repeats } = message;
    const content = message.content as MessageContent;
    const places = await events.placesOf(content.events.map(({ key }) => key));
    if (places.every((place) => this.#maySee(accountId, place))) return content;
    const { eventIds, escalatedBy } = await messages.eventsOf(id);
    const visible = await this.#visible({ accountId, eventIds });
    if (visible.eventIds.length === 0) return null;
    const reader = await this.#readerOf(accountId);
    const happened = await this.#happened(visible, reader);
    if (escalatedBy === null && repeats > 0) return remind(happened, { ...reader, isEscalation: false });
    return this.#compose(happened, { escalatedBy, reader });
  }

  /** Until when the quiet hours of its account hold back a message that would be sent at an instant; null: they do not. */
  async heldUntil(
    { accountId, severity }: Pick<MessageRow, 'accountId' | 'severity'>,
    at: number,
  ): Promise<number | null> {
    const { timeZone } = await this.#readerOf(accountId);
    return heldUntil(await this.#policyOf(accountId), { severity, at, timeZone });
  }

  async #orLater(accountId: number, work: Promise<void>, wait: (until: number) => Promise<void>): Promise<void> {
    const { log, clock } = this.#deps;
    try {
      await work;
    } catch (err) {
      log.error({ err, accountId }, 'A notification could not be made; it is tried again in a minute');
      await wait(clock.now() + againMs);
    }
  }

  /** Notifies the owners of contacts that fail for days, through their other contacts; in their quiet hours a later run does. */
  async reportFailing(): Promise<void> {
    const { contactRows, clock } = this.#deps;
    const now = clock.now();
    for (const failure of await contactRows.unreported({ since: now - failingMs, triedAt: now - stillFailingMs })) {
      const isHeld = (await this.heldUntil({ ...failure, severity: 'warning' }, now)) !== null;
      if (!isHeld) await this.#report(failure);
    }
  }

  async #notifyOf(group: WaitingGroup): Promise<void> {
    const { events, messages, clock } = this.#deps;
    const { accountId, severity, kind } = group;
    const now = clock.now();
    const visible = await this.#visible(group);
    if (visible.eventIds.length === 0) return;
    const policy = await this.#policyOf(accountId);
    const reader = await this.#readerOf(accountId);
    const { timeZone } = reader;
    const { all: recent } = await messages.recent(accountId, { from: now - hourMs, to: now }, messagesPerHour);
    const isPassedOn = group.escalatedBy !== null;
    const isSum = group.summed;
    const decision = decide({ policy, severity, kind, now, timeZone, isPassedOn, isSum, recent, repetitions: null });
    if (decision.action === 'wait') {
      const until = decision.summed ? await this.#sumAt(accountId, decision.until) : decision.until;
      await events.wait(group, { ...decision, until });
      return;
    }
    const content = await this.#compose(await this.#happened(visible, reader), { ...group, reader });
    const until = heldUntil(policy, { severity, at: now, timeZone });
    const contacts = await this.#contactsOf(accountId, decision.contacts);
    await messages.add(
      {
        ...{ accountId, severity, kind },
        content: decision.isLast
          ? withLimit(content, await this.#sumAt(accountId, (recent.at(-1) ?? now) + hourMs), reader)
          : content,
        at: now,
        repeatAt: nextRepeat(policy[severity], { kind, now, firstAt: now, until }),
        repeats: 0,
        contacts,
      },
      { eventIds: visible.eventIds },
    );
  }

  /** When what is held back now is sent, as one message with all that waits already; `freeAt`: when the person may get one more message. */
  async #sumAt(accountId: number, freeAt: number): Promise<number> {
    return (await this.#deps.events.summedDueAt(accountId)) ?? freeAt + gatherMs;
  }

  async #happened({ eventIds, devices, group }: Visible, { language }: Reader): Promise<Happened> {
    const events = await this.#deps.events.details(eventIds, namedEvents, language);
    return { events, count: eventIds.length, devices, group };
  }

  async #compose(
    happened: Happened,
    { escalatedBy, reader }: Pick<WaitingGroup, 'escalatedBy'> & { reader: Reader },
  ): Promise<MessageContent> {
    const by = escalatedBy === null ? null : await this.#deps.emailOf(escalatedBy);
    return by === null ? compose(happened, reader) : passOn(happened, { ...reader, by });
  }

  #maySee(accountId: number, { ownerId, espid }: { ownerId: number; espid: string | null }): boolean {
    return ownerId === accountId || espid === null || this.#deps.maySee(accountId, espid);
  }

  /**
   * Without what the person may not see any more: a share may have ended while it waited. Nor what is over or acknowledged meanwhile: who hears of
   * its end has a message about that.
   */
  async #visible(group: Pick<WaitingGroup, 'accountId' | 'eventIds'>): Promise<Visible> {
    const { events, mayBeUsed } = this.#deps;
    const { accountId } = group;
    const places = await events.places(group.eventIds);
    const ended = new Set(await events.ended(group.eventIds));
    const isVisible = (place: (typeof places)[number]) =>
      !ended.has(place.id) && mayBeUsed(accountId) && this.#maySee(accountId, place);
    const seen = places.filter(isVisible);
    await events.drop(
      group,
      places.filter((place) => !isVisible(place)).map(({ id }) => id),
    );
    const groups = new Set(seen.map((place) => place.group));
    return {
      eventIds: seen.map(({ id }) => id),
      devices: new Set(seen.flatMap(({ espid }) => espid ?? [])).size,
      group: groups.size === 1 ? (seen[0]?.group ?? null) : null,
    };
  }

  async #repeat(message: MessageRow): Promise<void> {
    const { events, messages, clock } = this.#deps;
    const { id, accountId, severity, kind } = message;
    const now = clock.now();
    const eventIds = await events.stillActive(id);
    const active = await this.#visible({ accountId, eventIds });
    if (active.eventIds.length === 0) {
      await messages.setRepeat(id, null);
      return;
    }
    const policy = await this.#policyOf(accountId);
    const reader = await this.#readerOf(accountId);
    const { timeZone } = reader;
    const recent = await messages.recent(accountId, { from: now - hourMs, to: now }, messagesPerHour);
    const firstAt = await events.firstDueAt(accountId, active.eventIds);
    const until = heldUntil(policy, { severity, at: now, timeZone });
    const afterQuiet = until === null && heldUntil(policy, { severity, at: message.at, timeZone }) !== null;
    const repetition = repeatTo(policy[severity], { now, firstAt, lastAt: message.at, afterQuiet });
    const chosen = repetition.contacts === 'all' ? 'all' : repetition.contacts.filter((target) => !isPerson(target));
    const asChosen = { ...policy, [severity]: { ...policy[severity], contacts: chosen } };
    const isPassedOn = (await messages.eventsOf(id)).escalatedBy !== null;
    const decision = decide({
      ...{ policy: asChosen, severity, kind, now, timeZone, isPassedOn, isSum: false, recent: recent.all },
      repetitions: repetition.isEscalation || afterQuiet ? null : recent.repetitions,
    });
    const heldAt = decision.action === 'wait' ? decision.until : null;
    // People are named for what one does not get to: too many messages to oneself delay none of theirs.
    if (heldAt !== null && (until !== null || repetition.people.length === 0)) {
      await messages.setRepeat(id, heldAt);
      return;
    }
    const contacts = [
      ...(decision.action === 'wait' ? [] : await this.#contactsOf(accountId, decision.contacts)),
      ...(await this.#deps.people.recipients(
        accountId,
        repetition.people,
        messageTexts[reader.language].deletedAccount,
      )),
    ];
    const repeatAt = earlier(heldAt, nextRepeat(policy[severity], { kind, now, firstAt, until }));
    if (contacts.length === 0) {
      await messages.setRepeat(id, repeatAt);
      return;
    }
    const happened = await this.#happened(active, reader);
    await messages.add(
      {
        ...{ accountId, severity, kind, contacts, at: now, repeatAt },
        content: remind(happened, { ...reader, isEscalation: repetition.isEscalation }),
        repeats: message.repeats + 1,
      },
      { eventIds: active.eventIds, repeated: id },
    );
  }

  async #report({ accountId, contact, reason }: ContactFailureRow): Promise<void> {
    const { contacts, contactRows, messages, clock } = this.#deps;
    const now = clock.now();
    if (!(await contactRows.report(accountId, contact, now))) return;
    const all = await contacts.of(accountId);
    const failing = new Set((await contactRows.failures(accountId)).map((row) => row.contact));
    const failed = all.find(({ id }) => id === contact);
    if (!failed) return;
    const { language } = await this.#readerOf(accountId);
    const { subject, text } = messageTexts[language].contactFails(failed.name);
    await messages.add(
      {
        ...{ accountId, at: now, severity: 'warning', kind: 'notice', repeatAt: null, repeats: 0 },
        content: {
          subject,
          text: `${text} ${deliveryResultIn(reason, language)}`,
          link: '/profile#contacts',
          ...{ count: 1, events: [] },
        },
        contacts: all.filter(({ id, problem }) => problem === null && !failing.has(id)),
      },
      { eventIds: [] },
    );
  }

  async #policyOf(accountId: number): Promise<NotificationPolicy> {
    return (await this.#deps.policies.find(accountId)) ?? defaultNotificationPolicy;
  }

  async #readerOf(accountId: number): Promise<Reader> {
    const { languageOf, timeZoneOf } = this.#deps;
    return { language: await languageOf(accountId), timeZone: timeZoneOf(accountId) ?? 'UTC' };
  }

  async #contactsOf(accountId: number, chosen: 'all' | readonly string[]): Promise<ContactPoint[]> {
    if (chosen.length === 0) return [];
    const usable = (await this.#deps.contacts.of(accountId)).filter(({ problem }) => problem === null);
    const named = usable.filter(({ id }) => chosen === 'all' || chosen.includes(id));
    // Those that were chosen may be gone, which is no choice to hear of it in the app alone.
    return named.length > 0 ? named : usable;
  }
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

function withLimit(content: MessageContent, until: number, { language, timeZone }: Reader): MessageContent {
  return { ...content, text: `${content.text}\n\n${messageTexts[language].veryMany(timeOf(until, timeZone))}` };
}

/** Joins the groups of what one person is to be notified of in the same way, where there are many. */
function together(groups: readonly WaitingGroup[]): WaitingGroup[] {
  const ofPerson = Map.groupBy(
    groups,
    ({ accountId, severity, kind, escalatedBy, summed }) => `${accountId} ${severity} ${kind} ${escalatedBy} ${summed}`,
  );
  return [...ofPerson.values()].flatMap((some) => {
    const [first] = some;
    if (!first || some.length <= groupsApart) return some;
    return { ...first, eventIds: some.flatMap(({ eventIds }) => eventIds) };
  });
}
