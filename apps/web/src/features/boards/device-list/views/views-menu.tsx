import { t } from '@lingui/core/macro';
import { IconBookmarkPlus, IconFolderPlus, IconFolders, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Menu, type MenuEntry } from '../../../../ui/overlays/menu.tsx';
import { GroupDialog } from '../groups/group-dialog.tsx';
import { useOpenAtOnce } from '../overlay-on-demand.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useSavedViews } from './saved-views.ts';
import { ViewsButton, type ViewsControlProps } from './views-button.tsx';

/** The button with its menu, open from the start. */
export function ViewsMenu({ display, onDisplayChange, address }: ViewsControlProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useOpenAtOnce(buttonRef);
  const [dialog, setDialog] = useState<'save' | 'manage' | 'group' | null>(null);
  const [, setParams] = useSearchParams();
  const views = useSavedViews().data ?? [];
  const close = () => setDialog(null);
  const saved = views.map(
    (view): MenuEntry => ({
      id: `view ${view.id}`,
      label: view.name,
      checked: view.query === address,
      onAction: () => setParams(view.query),
    }),
  );
  const entries: MenuEntry[] = [
    {
      id: 'grouped',
      label: t`Group devices`,
      icon: IconFolders,
      checked: display.grouped,
      onAction: () => onDisplayChange({ grouped: !display.grouped }),
    },
    { id: 'group', label: t`New group`, icon: IconFolderPlus, onAction: () => setDialog('group') },
    'separator',
    ...saved,
    'separator',
    { id: 'save', label: t`Save current view`, icon: IconBookmarkPlus, onAction: () => setDialog('save') },
    {
      id: 'manage',
      label: t`Rename or delete`,
      icon: IconPencil,
      disabled: views.length === 0,
      onAction: () => setDialog('manage'),
    },
  ];
  return (
    <>
      <Menu
        label={t`Views`}
        placement="bottom start"
        entries={entries}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<ViewsButton ref={buttonRef} />}
      />
      {dialog === 'save' && <SaveViewDialog views={views} address={address} onClose={close} />}
      {dialog === 'manage' && <ManageViewsDialog views={views} onClose={close} />}
      {dialog === 'group' && (
        <GroupDialog group={null} onClose={close} onSaved={() => onDisplayChange({ grouped: true })} />
      )}
    </>
  );
}
