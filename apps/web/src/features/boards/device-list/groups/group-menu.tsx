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
      onError: (error) => toasts.add({ kind: 'error', title: 'The group did not move', detail: failureText(error) }),
    });
  const entries: MenuEntry[] = [
    {
      id: 'choose',
      label: 'Choose its devices',
      icon: IconSquareCheck,
      disabled: devices.length === 0,
      onAction: () => choosing.add(devices.map(({ espid }) => espid)),
    },
  ];
  if (group) {
    entries.push(
      'separator',
      { id: 'edit', label: 'Name and colour', icon: IconPencil, onAction: () => setQuestion('edit') },
      { id: 'up', label: 'Move up', icon: IconArrowUp, disabled: place < 1, onAction: () => move(place - 1) },
      {
        id: 'down',
        label: 'Move down',
        icon: IconArrowDown,
        disabled: place >= ids.length - 1,
        onAction: () => move(place + 1),
      },
      'separator',
      {
        id: 'delete',
        label: 'Delete the group',
        icon: IconTrash,
        tone: 'danger',
        onAction: () => setQuestion('delete'),
      },
    );
  }
  return (
    <>
      <Menu
        label={`Group ${sectionName(section)}`}
        entries={entries}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<GroupButton ref={buttonRef} section={section} />}
      />
      {question === 'edit' && group && <GroupDialog group={group} onClose={() => setQuestion(null)} />}
      {question === 'delete' && group && (
        <ConfirmDialog
          title={`Delete the group ${group.name}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete"
          busy={calls.remove.isPending}
          onClose={() => setQuestion(null)}
          onConfirm={() => calls.remove.mutate(group.id, { onSuccess: () => setQuestion(null) })}
        >
          {calls.remove.isError ? failureText(calls.remove.error) : 'Its devices stay, and are in no group.'}
        </ConfirmDialog>
      )}
    </>
  );
}
