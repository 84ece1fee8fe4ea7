import type { DashboardVersion, DeviceRight, Widget } from '@cyno/contract';
import { AppError, badRequest } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { OwnDevices } from './chosen-devices.ts';
import { type DashboardContents, reachProblem } from './dashboard-reach.ts';
import type { DashboardContent, DashboardRow, DashboardsRepository } from './dashboards.repository.ts';
import { widgetsProblem } from './widgets-problem.ts';

/** Finds devices for dashboards, and decides what accounts may do with them. */
export interface DashboardDevices extends OwnDevices {
  findDevice(espid: string): DeviceRecord | undefined;
  may(accountId: number, device: DeviceRecord, right: DeviceRight): boolean;
}

interface Change {
  readonly changed: { readonly espids: readonly string[]; readonly widgets: readonly Widget[] };
  readonly present: DashboardContents | null;
  readonly ownerId: number;
  readonly editorId: number;
}

/** Throws a 400 when widgets do not fit their boards, or name a device that the editor or the owner of the dashboard may not show. */
export function checkChange(devices: DashboardDevices, { changed, present, ownerId, editorId }: Change): void {
  const familiesOf = ({ device }: Widget) =>
    (device === undefined ? changed.espids : [device]).flatMap((espid) => devices.findDevice(espid)?.family ?? []);
  const mayOf =
    (accountId: number) =>
    (espid: string, right: DeviceRight): boolean => {
      const device = devices.findDevice(espid);
      return device !== undefined && devices.may(accountId, device, right);
    };
  const isOwn = editorId === ownerId;
  const problem =
    widgetsProblem(changed.widgets, familiesOf) ??
    reachProblem(changed, present, mayOf(ownerId), false) ??
    (isOwn ? null : reachProblem(changed, present, mayOf(editorId), true));
  if (problem) throw badRequest(problem);
}

/** The present version of a dashboard and those before it, newest first. */
export async function versionsOf(repository: DashboardsRepository, row: DashboardRow): Promise<DashboardVersion[]> {
  const present = { ...row, savedAt: changedAt(row) };
  return [present, ...(await repository.versions(row.id))].map(
    ({ version, name, widgets, savedAt, editedAt, ...made }) => ({
      version,
      name,
      savedAt,
      editedAt,
      widgets: widgets.length,
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
  new AppError(409, 'conflict', 'The dashboard was changed meanwhile, in another tab or by somebody else.');
