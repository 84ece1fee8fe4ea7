import type { DeliveryText } from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Counter } from '../../../../platform/throttle/index.ts';
import type { Attempt } from '../channels/result.ts';
import type { EventsRepository } from '../events.repository.ts';
import type { MessageRow } from '../messages.repository.ts';
import { passedOnChanged } from '../notifications.events.ts';
import type { PeopleRepository } from './people.repository.ts';
import type { People } from './people.service.ts';

interface PassOnDeps {
  readonly people: Pick<People, 'hasChannel'>;
  readonly repository: Pick<PeopleRepository, 'find' | 'passOn'>;
  readonly events: Pick<EventsRepository, 'lastingOf' | 'places'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  /** What is passed on to one person, by one other and by all. */
  readonly byOne: Pick<Counter, 'take' | 'giveBack'>;
  readonly byAll: Pick<Counter, 'take'>;
  mayBeUsed(accountId: number): boolean;
  /** Whether the account may see a device, which is still that of this owner. */
  maySeeOf(accountId: number, espid: string, ownerId: number): boolean;
}

interface Escalated {
  /** Who names the person. */
  readonly accountId: number;
  /** As the policy names them, such as `person-5`. */
  readonly contact: string;
  readonly message: Pick<MessageRow, 'id' | 'severity' | 'at' | 'content'>;
}

/**
 * Passes what nobody acknowledged on to a person with whom devices are shared, as far as they may see them at this moment. They become a
 * recipient like others: their own channels, quiet hours and bounds count.
 */
export function createPassOn(deps: PassOnDeps) {
  const { people, repository, events, bus, clock, byOne, byAll, mayBeUsed, maySeeOf } = deps;

  /** False when the person got too many. */
  const take = async (accountId: number, personId: number): Promise<boolean> => {
    try {
      await byOne.take(`${accountId} ${personId}`);
      await byAll.take(String(personId)).catch(async (error: unknown) => {
        await byOne.giveBack(`${accountId} ${personId}`);
        throw error;
      });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return false;
      throw error;
    }
  };

  return async ({ accountId, contact, message }: Escalated): Promise<Attempt> => {
    const row = await repository.find(accountId, Number(contact.slice('person-'.length)));
    if (!row) return failed('Their account was deleted.');
    const { personId } = row;
    // The next reminder may have come first: then the events belong to that one.
    const lasting = await events.lastingOf(message);
    const active = await events.places(lasting.map(({ id }) => id));
    if (active.length === 0) return failed('It was acknowledged or over before it was passed on.');
    const visible = active.filter(
      ({ ownerId, espid }) => ownerId === accountId && espid !== null && maySeeOf(personId, espid, accountId),
    );
    if (visible.length === 0) return failed('No device of this message is shared with them any more.');
    if (!mayBeUsed(personId)) return failed('Their account cannot be used at the moment.');
    if (row.declinedAt !== null) return failed('They declined to be notified of what nobody acknowledges.');
    if (!(await take(accountId, personId))) {
      return failed('They got as many such messages as one person may get within an hour.');
    }
    await repository.passOn(
      visible.map(({ id }) => id),
      { personId, by: accountId, since: message.at, now: clock.now() },
    );
    bus.publish(passedOnChanged, { accountId: personId });
    return { ok: true, result: (await people.hasChannel(personId, message.severity)) ? passedOn : inAppOnly };
  };
}

const passedOn: DeliveryText = 'It was passed on. Their own channels and quiet hours count.';
const inAppOnly: DeliveryText =
  'It was passed on, and is shown to them in the app only: they chose no channel for this severity.';

const failed = (result: DeliveryText): Attempt => ({ ok: false, result, isFinal: true, retryAfterSeconds: null });
