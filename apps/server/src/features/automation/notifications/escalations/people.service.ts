import {
  defaultNotificationPolicy,
  type EscalationPeople,
  hasRight,
  type NotificationPolicy,
  type NotificationSeverity,
  type ShareRole,
} from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { badRequest, because, notFound } from '../../../../platform/errors.ts';
import type { Contacts } from '../contacts.service.ts';
import { passedOnChanged } from '../notifications.events.ts';
import type { PoliciesRepository } from '../policies.repository.ts';
import type { EscalationPersonRow, PeopleRepository } from './people.repository.ts';

/** A share of a device that counts now. */
export interface DeviceShare {
  readonly id: number;
  readonly deviceId: number;
  /** With whom it is shared. */
  readonly accountId: number;
  readonly role: ShareRole;
}

interface PeopleDeps {
  readonly repository: PeopleRepository;
  readonly policies: Pick<PoliciesRepository, 'find'>;
  readonly contacts: Pick<Contacts, 'of'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  /** The devices that an account shares now. */
  sharedBy(accountId: number): Iterable<DeviceShare>;
}

/** With whom an account shares devices. */
interface Recipient {
  readonly personId: number;
  /** The oldest of their shares, by which they are chosen. */
  readonly shareId: number;
  readonly devices: number;
}

/** The people whom the escalations of an account name: chosen by a share that they have. They are not invited first, so they may decline. */
export class People {
  readonly #deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** Whom the account may name or does, and who names the account. */
  async list(accountId: number): Promise<EscalationPeople> {
    const { repository } = this.#deps;
    const recipients = this.#recipientsOf(accountId);
    const emails = await repository.emailsOf([...recipients.keys()]);
    const named = await repository.of(accountId);
    const policy = await this.#deps.policies.find(accountId);
    const known = new Set(named.map(({ personId }) => personId));
    return {
      people: [
        ...named
          .filter((row) => recipients.has(row.personId) || (policy && names(policy, row.id)))
          .map((row) => ({
            id: idOf(row),
            name: emails.get(row.personId) ?? row.name,
            devices: recipients.get(row.personId)?.devices ?? 0,
            declined: row.declinedAt !== null,
          })),
        ...[...recipients.values()]
          .filter(({ personId }) => emails.has(personId) && !known.has(personId))
          .map(({ personId, shareId, devices }) => ({
            id: `share-${shareId}`,
            name: emails.get(personId) ?? '',
            devices,
            declined: false,
          })),
      ],
      namedBy: await this.#namedBy(accountId),
    };
  }

  /** The policy with people by their own ids where it has them by a share. Throws a 400 for anyone with whom the account shares no device. */
  async resolve(accountId: number, policy: NotificationPolicy): Promise<NotificationPolicy> {
    const { repository } = this.#deps;
    const chosen = new Set(targetsOf(policy).filter(isPerson));
    const ids = new Map((await repository.of(accountId)).map((row) => [idOf(row), idOf(row)]));
    const recipients = [...this.#recipientsOf(accountId).values()];
    const shared = new Map(recipients.map((recipient) => [`share-${recipient.shareId}`, recipient.personId]));
    // Everybody is checked before anybody is named.
    if ([...chosen].some((id) => !ids.has(id) && !shared.has(id))) throw listChanged();
    const emails = await repository.emailsOf([...shared.values()]);
    for (const id of chosen) {
      const personId = shared.get(id);
      if (personId === undefined) continue;
      const name = emails.get(personId);
      if (name === undefined) throw listChanged();
      ids.set(id, `person-${await repository.name(accountId, { personId, name })}`);
    }
    return withTargets(policy, (id) => ids.get(id) ?? id);
  }

  /** Those of the targets of an escalation that are people, as receipts name them: `unknown`, where their account was deleted. */
  async recipients(
    accountId: number,
    targets: readonly string[],
    unknown: string,
  ): Promise<{ id: string; kind: 'person'; name: string }[]> {
    const people = targets.filter((id) => id.startsWith('person-'));
    if (people.length === 0) return [];
    const rows = await this.#deps.repository.of(accountId);
    const names = new Map(rows.map((row) => [idOf(row), row.name]));
    return people.map((id) => ({ id, kind: 'person', name: names.get(id) ?? unknown }));
  }

  /** Declines to be named by somebody, or accepts it again. Throws a 404 when nobody names the person by this id. */
  async setDeclined(personId: number, id: number, declined: boolean): Promise<void> {
    const { repository, bus, clock } = this.#deps;
    if (!(await repository.setDeclined(personId, id, declined ? clock.now() : null))) {
      throw notFound('contact', String(id));
    }
    bus.publish(passedOnChanged, { accountId: personId });
  }

  /** Whether a person gets messages of this severity elsewhere than in the app. */
  async hasChannel(personId: number, severity: NotificationSeverity): Promise<boolean> {
    const { policies, contacts } = this.#deps;
    const chosen = ((await policies.find(personId)) ?? defaultNotificationPolicy)[severity].contacts;
    const usable = (await contacts.of(personId)).filter(({ problem }) => problem === null);
    return chosen.length > 0 && usable.length > 0;
  }

  async #namedBy(personId: number): Promise<EscalationPeople['namedBy']> {
    const { repository, policies } = this.#deps;
    const namings: EscalationPeople['namedBy'] = [];
    for (const { id, accountId, email, declinedAt } of await repository.naming(personId)) {
      const devices = this.#recipientsOf(accountId).get(personId)?.devices ?? 0;
      const policy = await policies.find(accountId);
      // Where nothing is shared nothing can come of it, and the other's address is none of theirs.
      if (devices > 0 && policy && names(policy, id)) {
        namings.push({ id, name: email, devices, declined: declinedAt !== null });
      }
    }
    return namings;
  }

  #recipientsOf(accountId: number): Map<number, Recipient> {
    const shares = [...this.#deps.sharedBy(accountId)].filter(({ role }) => hasRight(role, 'view'));
    const ofPerson = Map.groupBy(shares, (share) => share.accountId);
    return new Map(
      [...ofPerson].map(([personId, some]) => [
        personId,
        {
          personId,
          shareId: Math.min(...some.map(({ id }) => id)),
          devices: new Set(some.map(({ deviceId }) => deviceId)).size,
        },
      ]),
    );
  }
}

/** Whether an escalation names a person by it: as policies have them, or by a share. */
export const isPerson = (target: string): boolean => /^(?:person|share)-/.test(target);

const idOf = ({ id }: Pick<EscalationPersonRow, 'id'>): string => `person-${id}`;

const listChanged = () => badRequest('A contact is gone. Load the page again.', because('list_changed'));

const targetsOf = ({ info, warning, critical }: NotificationPolicy): string[] =>
  [info, warning, critical].flatMap(({ escalations }) => escalations.flatMap((step) => step.contacts));

const names = (policy: NotificationPolicy, id: number): boolean => targetsOf(policy).includes(`person-${id}`);

function withTargets(policy: NotificationPolicy, change: (id: string) => string): NotificationPolicy {
  const changed = (severity: NotificationPolicy['info']) => ({
    ...severity,
    escalations: severity.escalations.map((step) => ({
      ...step,
      contacts: [...new Set(step.contacts.map(change))],
    })),
  });
  return {
    ...policy,
    info: changed(policy.info),
    warning: changed(policy.warning),
    critical: changed(policy.critical),
  };
}
