import type { DeviceRole, ShareRole } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import { Offers } from './offers.service.ts';
import { Shares } from './shares.ts';
import { offersChanged } from './sharing.events.ts';
import { SharingRepository } from './sharing.repository.ts';
import { type OfferMail, Sharing } from './sharing.service.ts';
import { transferRepository } from './transfer.repository.ts';
import { Transfers } from './transfers.ts';
import { visitsRepository } from './visits.repository.ts';
import { Visits } from './visits.ts';

/** Invitations of one account, and mails to one address, no matter who requests them. */
const perAccount = { name: 'share_invite', points: 60, windowSeconds: 3600 };
const perAddress = { name: 'share_invite_to', points: 20, windowSeconds: 24 * 3600 };

interface SharingFeatureDeps {
  readonly database: Database;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'findById' | 'handOver'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  planOf(accountId: number): { readonly name: string; readonly limits: { readonly peoplePerDevice: number | null } };
  /** Whether an account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
  /** Sends a mail after the response; throws a 503 when too many wait. */
  mail(mail: OfferMail): void;
  /** Notifies the former owner of a device of who has it now; throws nothing. */
  notifyFormerOwner(accountId: number, handed: { newOwner: string; name: string }): void;
  /** Called when a device has come to another account; `from` is the one that had it. */
  moved(device: DeviceRecord, from: number): Promise<void>;
}

/** Wires the feature: who may do what with devices and dashboards of others. */
export function createSharing(deps: SharingFeatureDeps) {
  const { database, clock, jobs } = deps;
  const notify = (accountId: number) => deps.bus.publish(offersChanged, { accountId });
  const repository = new SharingRepository(database);
  const shares = new Shares({ ...deps, repository });
  const seen = visitsRepository(database);
  const visits = new Visits({ ...deps, repository: seen });
  const counters = { from: createCounter(database, perAccount), to: createCounter(database, perAddress) };
  const found = { ...deps, repository, shares, visits, notify };
  const transfers = new Transfers({
    ...found,
    repository: transferRepository(database),
    emailOf: async (accountId) => (await repository.emailsOf([accountId])).get(accountId) ?? 'another account',
  });
  jobs.schedule('sharing.tidy', '53 3 * * *', async () => {
    await repository.removeOver(clock.now());
    await seen.removeOld(clock.now());
  });
  return {
    shares,
    visits,
    repository,
    sharing: new Sharing({ ...found, counters }),
    offers: new Offers({ ...found, takeOver: (offer, accountId) => transfers.accept(offer, accountId) }),
    /** In which role its owner shares the device with the account now; null: not at all. */
    roleOf(accountId: number, device: DeviceRecord): ShareRole | null {
      return shares.roleOf(accountId, { kind: 'device', id: device.id }, device.accountId);
    },
    /** With whom dashboards are shared, and in which role; their owners are not among them. */
    dashboards: {
      dashboardRoleOf: (accountId: number, id: number) => shares.roleOf(accountId, { kind: 'dashboard', id }),
      dashboardPlaybackOf: (accountId: number, id: number) =>
        shares.find(accountId, { kind: 'dashboard', id })?.playback ?? false,
      dashboardsSharedWith: (accountId: number) =>
        [...shares.with(accountId)].flatMap(({ thing }) => (thing.kind === 'dashboard' ? [thing.id] : [])),
      accountsSharing: (id: number) => [...shares.of({ kind: 'dashboard', id })].map(({ accountId }) => accountId),
    },
    /** Notes that somebody views a device of others. */
    noteVisit(accountId: number, device: DeviceRecord, role: DeviceRole): void {
      if (role !== 'owner') visits.note(accountId, device.id, role);
    },
    /** The people of the account's fullest device, invited ones too. */
    maxPeopleOf: (accountId: number) => repository.maxPeople(accountId, clock.now()),
    async start(): Promise<void> {
      await shares.start();
      visits.start();
    },
    async stop(): Promise<void> {
      await visits.stop();
      await shares.stop();
    },
  };
}

export type SharingFeature = ReturnType<typeof createSharing>;
