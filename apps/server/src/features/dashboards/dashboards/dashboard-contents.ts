import { isDeepStrictEqual } from 'node:util';
import type { DashboardSummary, DashboardVersion, DeviceRight, DeviceRole, Widget } from '@cyno/contract';
import { AppError, badRequest, because } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { type OwnDevices, withChosen } from './chosen-devices.ts';
import { reachProblem } from './dashboard-reach.ts';
import type { DashboardContent, DashboardRow, DashboardsRepository, ListedDashboard } from './dashboards.repository.ts';
import { sceneWidgetsProblem } from './scene-widgets.ts';
import { widgetsProblem } from './widgets-problem.ts';

/** Finds devices for dashboards, and decides what accounts may do with them. */
interface DashboardDevices extends OwnDevices {
  findDevice(espid: string): DeviceRecord | undefined;
  may(accountId: number, device: DeviceRecord, right: DeviceRight): boolean;
}

export interface ChangeDeps {
  readonly devices: DashboardDevices;
  /** Null: the account has no such group. */
  groupName(accountId: number, groupId: number): Promise<string | null>;
  hasScene(accountId: number, sceneId: number): Promise<boolean>;
}

interface Change {
  readonly changed: Pick<DashboardContent, 'widgets' | 'espids' | 'follows'>;
  /** Whose the dashboard is. */
  readonly place: Pick<DashboardRow, 'accountId' | 'deviceId'>;
  readonly present?: DashboardRow | undefined;
  readonly editorId: number;
}

/**
 * Throws a 400 when widgets do not fit their boards, name a device that the editor or the owner of the dashboard may not show, run a scene
 * that is not the owner's, or follow what the editor may not have it follow.
 */
export async function checkChange(
  { devices, groupName, hasScene }: ChangeDeps,
  { place, editorId, ...change }: Change,
): Promise<void> {
  const ownerId = place.accountId;
  const isOwn = editorId === ownerId;
  const { follows } = change.changed;
  if (!isDeepStrictEqual(follows, change.present?.follows ?? null)) {
    // Anyone who has a share could otherwise show themselves, and each other, devices of the owner's that come later.
    if (!isOwn)
      throw badRequest(
        'Only the owner of the dashboard decides which devices it follows.',
        because('owner_chooses_devices'),
      );
    const isGone = follows?.kind === 'group' && (await groupName(ownerId, follows.groupId)) === null;
    if (isGone)
      throw badRequest(
        'You have no such group any more. Choose another one.',
        because('thing_not_found', { thing: 'group' }),
      );
  }
  const changed = withChosen(place, change.changed, devices);
  const present = change.present ? withChosen(place, change.present, devices) : null;
  const familiesOf = ({ device }: Widget) =>
    (device === undefined ? changed.espids : [device]).flatMap((espid) => devices.findDevice(espid)?.family ?? []);
  const mayOf =
    (accountId: number) =>
    (espid: string, right: DeviceRight): boolean => {
      const device = devices.findDevice(espid);
      return device !== undefined && devices.may(accountId, device, right);
    };
  const problem =
    widgetsProblem(changed.widgets, familiesOf) ??
    reachProblem(changed, present, mayOf(ownerId), false) ??
    (isOwn ? null : reachProblem(changed, present, mayOf(editorId), true)) ??
    (await sceneWidgetsProblem(changed.widgets, present?.widgets ?? [], {
      isOwn,
      hasScene: (id) => hasScene(ownerId, id),
    }));
  if (problem) throw problem;
}

/** The present version of a dashboard and those before it, newest first. */
export async function versionsOf(repository: DashboardsRepository, row: DashboardRow): Promise<DashboardVersion[]> {
  const present = { ...row, savedAt: changedAt(row), widgets: row.widgets.length };
  return [present, ...(await repository.versions(row.id))].map(
    ({ version, name, widgets, savedAt, editedAt, ...made }) => ({
      version,
      name,
      savedAt,
      editedAt,
      widgets,
      origin: originOf(made),
    }),
  );
}

/** When a dashboard was changed last. */
export const changedAt = ({ savedAt, createdAt }: Pick<DashboardRow, 'savedAt' | 'createdAt'>): number =>
  savedAt ?? createdAt;

/** What everybody sees of a dashboard. */
export const describe = ({ id, version, name, widgets, editedAt, ...made }: DashboardRow) => ({
  id,
  version,
  name,
  widgets,
  editedAt,
  origin: originOf(made),
});

/** How the list of an account describes a dashboard, with the devices that can be chosen now. */
export const summarize = (
  row: Omit<ListedDashboard, 'espids'> & { readonly espids: readonly string[] },
  role: DeviceRole,
): DashboardSummary => ({
  id: row.id,
  version: row.version,
  name: row.name,
  espids: [...row.espids],
  role,
  savedAt: changedAt(row),
  devices: [...new Set([...row.espids, ...row.places.flatMap(({ device }) => device ?? [])])],
  places: row.places.map(({ device: _device, ...place }) => place),
});

/** What one of its versions holds, without which it is. */
export const contentOf = ({
  name,
  widgets,
  espids,
  follows,
  template,
  templateVersion,
  editedAt,
}: DashboardContent): DashboardContent => ({ name, widgets, espids, follows, template, templateVersion, editedAt });

const originOf = ({ template, templateVersion }: Pick<DashboardRow, 'template' | 'templateVersion'>) =>
  template === null ? null : { template, version: templateVersion ?? 0 };

export const changedMeanwhile = () =>
  new AppError(
    409,
    'conflict',
    'The dashboard was changed meanwhile, in another tab or by somebody else.',
    because('changed_meanwhile'),
  );
