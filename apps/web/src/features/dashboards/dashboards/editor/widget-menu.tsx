import type { Widget } from '@cyno/contract';
import { IconCopy, IconCopyPlus, IconCut, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import type { WidgetActions } from './use-widget-actions.ts';

type WidgetMenuProps = {
  widget: Widget;
  /** What is affected: this one, or all that are selected with it. */
  ids: readonly string[];
  actions: WidgetActions;
};

/** What can be done with one widget of the editor, or with those that are selected. */
export function WidgetMenu({ widget: { id, content }, ids, actions }: WidgetMenuProps) {
  const several = ids.length > 1 ? ` ${ids.length} widgets` : '';
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
        { id: 'open', label: 'Change', detail: 'Enter', icon: IconPencil, onAction: () => actions.open(id) },
        {
          id: 'copy',
          label: `Copy${several}`,
          detail: 'Ctrl+C',
          icon: IconCopy,
          onAction: () => void actions.copy(ids),
        },
        { id: 'cut', label: `Cut${several}`, detail: 'Ctrl+X', icon: IconCut, onAction: () => void actions.cut(ids) },
        {
          id: 'duplicate',
          label: `Duplicate${several}`,
          detail: 'Ctrl+D',
          icon: IconCopyPlus,
          onAction: () => actions.duplicate(ids),
        },
        'separator',
        {
          id: 'remove',
          label: `Remove${several}`,
          detail: 'Delete',
          icon: IconTrash,
          tone: 'danger',
          onAction: () => actions.remove(ids),
        },
      ]}
    />
  );
}
