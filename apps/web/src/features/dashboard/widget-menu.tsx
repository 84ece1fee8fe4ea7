import type { Widget } from '@cyno/contract';
import { IconCopy, IconCopyPlus, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { WidgetActs } from './use-widget-acts.ts';

/** What can be done with one widget of the editor. */
export function WidgetMenu({ widget: { id, content }, acts }: { widget: Widget; acts: WidgetActs }) {
  return (
    <Menu
      label={`Actions for ${content.title}`}
      trigger={
        <IconButton
          className="editor-menu"
          label={`Actions for ${content.title}`}
          icon={IconDotsVertical}
          size="small"
        />
      }
      entries={[
        { id: 'open', label: 'Change', detail: 'Enter', icon: IconPencil, onAction: () => acts.open(id) },
        { id: 'copy', label: 'Copy', detail: 'Ctrl+C', icon: IconCopy, onAction: () => acts.copy(id) },
        {
          ...{ id: 'duplicate', label: 'Duplicate', detail: 'Ctrl+D', icon: IconCopyPlus },
          onAction: () => acts.duplicate(id),
        },
        'separator',
        {
          ...{ id: 'remove', label: 'Remove', detail: 'Delete', icon: IconTrash, tone: 'danger' },
          onAction: () => acts.remove(id),
        },
      ]}
    />
  );
}
