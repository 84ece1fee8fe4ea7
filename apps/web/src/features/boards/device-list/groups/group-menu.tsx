import { t } from '@lingui/core/macro';
import { IconArrowDown, IconArrowUp, IconPencil, IconSquareCheck, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '../../../../ui/overlays/menu.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useDeviceGroups, useGroupCalls } from '../../device-groups/index.ts';
import { moveEntry } from '../cards/reorder.ts';
import { useOpenAtOnce } from '../overlay-on-demand.ts';
import { sectionName } from './device-sections.ts';
import { GroupButton, type GroupControlProps } from './group-button.tsx';
import { GroupDialog } from './group-dialog.tsx';

/** What can be done with a group: choose its devices, rename, move and delete it. */
export function GroupMenu({ section, choosing }: GroupControlProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useOpenAtOnce(buttonRef);
  const [question, setQuestion] = useState<'edit' | 'delete' | null>(null);
  const groups = useDeviceGroups();
  const calls = useGroupCalls();
  const toasts = useToasts();
  const { group, devices } = section;
  const ids = groups.map(({ id }) => id);
  const place = group ? ids.indexOf(group.id) : -1;
  const move = (to: number) =>
    calls.order.mutate(moveEntry(ids, place, to), {
      onError: (error) => toasts.add({ kind: 'error', title: t`Could not move the group`, detail: failureText(error) }),
    });
  const entries: MenuEntry[] = [
    {
      id: 'choose',
      label: t`Select devices`,
      icon: IconSquareCheck,
      disabled: devices.length === 0,
      onAction: () => choosing.add(devices.map(({ espid }) => espid)),
    },
  ];
  if (group) {
    entries.push(
      'separator',
      { id: 'edit', label: t`Name and colour`, icon: IconPencil, onAction: () => setQuestion('edit') },
      { id: 'up', label: t`Move up`, icon: IconArrowUp, disabled: place < 1, onAction: () => move(place - 1) },
      {
        id: 'down',
        label: t`Move down`,
        icon: IconArrowDown,
        disabled: place >= ids.length - 1,
        onAction: () => move(place + 1),
      },
      'separator',
      {
        id: 'delete',
        label: t`Delete group`,
        icon: IconTrash,
        tone: 'danger',
        onAction: () => setQuestion('delete'),
      },
    );
  }
  return (
    <>
      <Menu
        label={t`Group ${{ name: sectionName(section) }}`}
        entries={entries}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<GroupButton ref={buttonRef} section={section} />}
      />
      {question === 'edit' && group && <GroupDialog group={group} onClose={() => setQuestion(null)} />}
      {question === 'delete' && group && (
        <ConfirmDialog
          title={t`Delete group ${{ name: group.name }}?`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Delete`}
          busy={calls.remove.isPending}
          onClose={() => setQuestion(null)}
          onConfirm={() => calls.remove.mutate(group.id, { onSuccess: () => setQuestion(null) })}
        >
          {calls.remove.isError ? failureText(calls.remove.error) : t`Its devices stay, without a group.`}
        </ConfirmDialog>
      )}
    </>
  );
}
