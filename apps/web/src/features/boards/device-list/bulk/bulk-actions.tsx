import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import {
  IconClock,
  IconCopy,
  IconCpu,
  IconDots,
  IconFileDownload,
  IconFolder,
  IconStar,
  IconStarOff,
  IconTag,
  IconTool,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, use, useState } from 'react';
import { useNavigate } from 'react-router';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Menu, type MenuEntry } from '../../../../ui/overlays/menu.tsx';
import { useDeviceGroups } from '../../device-groups/index.ts';
import { devicePath } from '../../devices/index.ts';
import type { DeviceColumn } from '../device-columns.ts';
import { deviceCsv } from '../device-csv.ts';
import { GroupDialog } from '../groups/group-dialog.tsx';
import { BulkCopyDialog } from './bulk-copy-dialog.tsx';
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx';
import { BulkFailures } from './bulk-failures.tsx';
import { BulkMaintenanceContext } from './bulk-maintenance.ts';
import { BulkTagsDialog } from './bulk-tags-dialog.tsx';
import { BulkZoneDialog } from './bulk-zone-dialog.tsx';
import { useBulk } from './use-bulk.ts';

type BulkActionsProps = {
  chosen: readonly Device[];
  devices: readonly Device[];
  columns: readonly DeviceColumn[];
  onDone: () => void;
};

type Open = 'tags' | 'zone' | 'maintenance' | 'copy' | 'delete' | 'group' | null;

/** The buttons of what can be done with the chosen devices. */
export function BulkActions({ chosen, devices, columns, onDone }: BulkActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const groups = useDeviceGroups();
  const bulk = useBulk(chosen);
  const MaintenanceDialog = use(BulkMaintenanceContext);
  const navigate = useNavigate();
  const nothing = chosen.length === 0;
  const close = () => setOpen(null);
  const moveTo = (groupId: number | null, name: string) =>
    bulk.run({ kind: 'change', groupId }, (count) =>
      groupId === null
        ? plural(count, { one: '# device removed from its group', other: '# devices removed from their groups' })
        : plural(count, { one: `# device moved to ${name}`, other: `# devices moved to ${name}` }),
    );
  const groupEntries: MenuEntry[] = [
    ...groups.map(
      ({ id, name }): MenuEntry => ({
        id: `group ${id}`,
        label: name,
        checked: !nothing && chosen.every(({ groupId }) => groupId === id),
        onAction: () => moveTo(id, name),
      }),
    ),
    'separator',
    { id: 'none', label: t`No group`, onAction: () => moveTo(null, '') },
    { id: 'new', label: t`New group`, onAction: () => setOpen('group') },
  ];
  const first = chosen[0];
  const moreEntries: MenuEntry[] = [
    {
      id: 'favourite',
      label: t`Add to favourites`,
      icon: IconStar,
      onAction: () =>
        bulk.run({ kind: 'change', favourite: true }, (count) =>
          plural(count, { one: '# device added to favourites', other: '# devices added to favourites' }),
        ),
    },
    {
      id: 'plain',
      label: t`Remove from favourites`,
      icon: IconStarOff,
      onAction: () =>
        bulk.run({ kind: 'change', favourite: false }, (count) =>
          plural(count, { one: '# device removed from favourites', other: '# devices removed from favourites' }),
        ),
    },
    { id: 'zone', label: t`Set time zone`, icon: IconClock, onAction: () => setOpen('zone') },
    { id: 'copy', label: t`Copy settings from a device`, icon: IconCopy, onAction: () => setOpen('copy') },
    ...(MaintenanceDialog
      ? [{ id: 'maintenance', label: t`Maintenance`, icon: IconTool, onAction: () => setOpen('maintenance') }]
      : []),
    {
      id: 'firmware',
      label: t`Update firmware`,
      icon: IconCpu,
      // An address has no room for hundreds of devices.
      onAction: () =>
        first &&
        navigate(devicePath(first.espid, 'Firmware'), { state: { selected: chosen.map(({ espid }) => espid) } }),
    },
    {
      id: 'export',
      label: t`Export as CSV`,
      icon: IconFileDownload,
      onAction: () => saveFile('devices.csv', new Blob([deviceCsv(chosen, columns)], { type: 'text/csv' })),
    },
    'separator',
    { id: 'delete', label: t`Delete`, icon: IconTrash, tone: 'danger', onAction: () => setOpen('delete') },
  ];
  return (
    <>
      <Button icon={IconTag} disabled={nothing} onClick={() => setOpen('tags')}>
        {t`Tags`}
      </Button>
      <Menu
        label={t`Move to group`}
        placement="top end"
        entries={groupEntries}
        trigger={
          <Button icon={IconFolder} disabled={nothing} busy={bulk.isPending}>
            {t`Group`}
          </Button>
        }
      />
      <Menu
        label={t`More actions`}
        placement="top end"
        entries={moreEntries}
        trigger={
          <Button icon={IconDots} disabled={nothing}>
            {t`More`}
          </Button>
        }
      />
      {open === 'tags' && <BulkTagsDialog chosen={chosen} bulk={bulk} onClose={close} />}
      {open === 'zone' && <BulkZoneDialog chosen={chosen} bulk={bulk} onClose={close} />}
      {open === 'copy' && <BulkCopyDialog chosen={chosen} devices={devices} bulk={bulk} onClose={close} />}
      {open === 'maintenance' && MaintenanceDialog && (
        <Suspense fallback={null}>
          <MaintenanceDialog espids={chosen.map(({ espid }) => espid)} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <BulkDeleteDialog chosen={chosen} bulk={bulk} onClose={close} onDeleted={onDone} />}
      {open === 'group' && <GroupDialog group={null} onClose={close} onSaved={({ id, name }) => moveTo(id, name)} />}
      {bulk.failed.length > 0 && <BulkFailures failed={bulk.failed} devices={devices} onClose={bulk.forget} />}
    </>
  );
}
