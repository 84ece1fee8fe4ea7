import type { DeviceRole } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import type { AutomationFeature } from '../../automation/automations/index.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DeviceRecord, DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Plans } from '../../people/billing/index.ts';
import { Offers } from './offers.service.ts';
import { Shares } from './shares.ts';
import { offersChanged } from './sharing.events.ts';
import { SharingRepository } from './sharing.repository.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { type OfferMail, Sharing } from './sharing.service.ts';
import { transferRepository } from './transfer.repository.ts';
import { Transfers } from './transfers.ts';
import { visitsRepository } from './visits.repository.ts';
import { Visits } from './visits.ts';
import { withdrawCommands } from './withdrawn-commands.ts';

export { offersChanged, shareChanged } from './sharing.events.ts';

/** Invitations of one account, and mails to one address, no matter who requests them. */
const perAccount = { name: 'share_invite', points: 60, windowSeconds: 3600 };
const perAddress = { name: 'share_invite_to', points: 20, windowSeconds: 24 * 3600 };

interface SharingFeatureDeps {
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly devices: DevicesFeature;
  readonly control: ControlFeature;
  readonly automation: AutomationFeature;
}

export type SharingFeature = ReturnType<typeof createSharing>;

/** Who may do what with devices and dashboards of others. */
export function createSharing(server: Core, { accounts, plans, control, automation, ...others }: SharingFeatureDeps) {
  const core = coreFor(server, 'sharing');
  const { database, clock, jobs, bus, config } = core;
  const { devices, access, deviceLog } = others.devices;
  const deps = {
    ...core,
    devices,
    deviceLog,
    planOf: (accountId: number) => plans.planOf(accountId),
    mayBeUsed: (accountId: number) => accounts.changes.mayBeUsed(accountId),
    notifyFormerOwner: accounts.notices.handedOver.bind(accounts.notices),
    mail: (mail: OfferMail) => accounts.notices.offer({ ...mail, signup: config.signup }),
    withdraw: (device: DeviceRecord) =>
      control.control.withdraw(device, () => true, 'The device was handed over to another account.'),
    moved: (device: DeviceRecord) => automation.automations.moved(device),
  };
  const notify = (accountId: number) => bus.publish(offersChanged, { accountId });
  const repository = new SharingRepository(database);
  const shares = new Shares({ ...deps, repository });
  const seen = visitsRepository(database);
  const visits = new Visits({ ...deps, repository: seen });
  const counters = { from: createCounter(database, perAccount), to: createCounter(database, perAddress) };
  const found = { ...deps, repository, shares, visits, notify };
  const transfers = new Transfers({ ...found, repository: transferRepository(database) });
  jobs.scheduleByAge('sharing.tidy', '53 3 * * *', async () => {
    await repository.removeOver(clock.now());
    await seen.removeOld(clock.now());
  });
  /** Notes that somebody views a device of others. */
  const noteVisit = (accountId: number, device: DeviceRecord, role: DeviceRole): void => {
    if (role !== 'owner') visits.note(accountId, device.id, role);
  };
  access.useShares({
    roleOf: (accountId, device) => shares.roleOf(accountId, { kind: 'device', id: device.id }, device.accountId),
    accountsOf: ({ id }) => shares.of({ kind: 'device', id }).map(({ accountId }) => accountId),
    *sharedWith(accountId) {
      for (const { thing } of shares.with(accountId)) {
        const device = thing.kind === 'device' ? devices.findById(thing.id) : undefined;
        if (device) yield device;
      }
    },
    visited: noteVisit,
  });
  core.broker.use({
    mayRead: (accountId, espid) => access.find(accountId, espid, 'view')?.paused === false,
    sharedReaders(accountId, espid) {
      const device = devices.findOwned(accountId, espid);
      if (!device || device.paused) return [];
      return [...access.audience(device, 'view')].filter((reader) => reader !== accountId);
    },
    sharedRead(accountId, espid) {
      const device = devices.find(espid);
      const role = device && access.roleOf(accountId, device);
      if (role) noteVisit(accountId, device, role);
    },
  });
  withdrawCommands({ bus, accounts, devices, access, control: control.control });
  const feature = {
    shares,
    visits,
    repository,
    sharing: new Sharing({ ...found, counters }),
    offers: new Offers({ ...found, takeOver: (offer, accountId) => transfers.accept(offer, accountId) }),
    /** With whom dashboards are shared, and in which role; their owners are not among them. */
    dashboards: {
      dashboardRoleOf: (accountId: number, id: number) => shares.roleOf(accountId, { kind: 'dashboard', id }),
      dashboardPlaybackOf: (accountId: number, id: number) =>
        shares.find(accountId, { kind: 'dashboard', id })?.playback ?? false,
      dashboardsSharedWith: (accountId: number) =>
        [...shares.with(accountId)].flatMap(({ thing }) => (thing.kind === 'dashboard' ? [thing.id] : [])),
      accountsSharing: (id: number) => [...shares.of({ kind: 'dashboard', id })].map(({ accountId }) => accountId),
    },
    /** The devices that an account shares now, a share after the other. */
    *devicesSharedBy(ownerId: number) {
      for (const { id, thing, accountId, role } of shares.by(ownerId)) {
        const isPresent = thing.kind === 'device' && devices.findById(thing.id)?.accountId === ownerId;
        if (isPresent) yield { id, deviceId: thing.id, accountId, role };
      }
    },
    noteVisit,
    /** The people of the account's fullest device, invited ones too. */
    maxPeopleOf: (accountId: number) => repository.maxPeople(accountId, clock.now()),
  };
  // Before the other parts, which may begin at once to notify those with whom something is shared.
  core.parts.unshift(shares);
  core.parts.push(visits);
  core.routes.push((app) => sharingRoutes(app, { ...feature, devices, access, getDevice: access.getDevice }));
  return feature;
}
