import type { Widget } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
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
  const count = ids.length;
  return (
    <Menu
      label={t`Actions for ${{ title: content.title }}`}
      trigger={
        <IconButton
          className="editor-menu"
          label={t`Actions for ${{ title: content.title }}`}
          icon={IconDotsVertical}
          size="small"
        />
      }
      entries={[
        { id: 'open', label: t`Edit`, detail: 'Enter', icon: IconPencil, onAction: () => actions.open(id) },
        {
          id: 'copy',
          label: plural(count, { one: 'Copy', other: 'Copy # widgets' }),
          detail: 'Ctrl+C',
          icon: IconCopy,
          onAction: () => void actions.copy(ids),
        },
        {
          id: 'cut',
          label: plural(count, { one: 'Cut', other: 'Cut # widgets' }),
          detail: 'Ctrl+X',
          icon: IconCut,
          onAction: () => void actions.cut(ids),
        },
        {
          id: 'duplicate',
          label: plural(count, { one: 'Duplicate', other: 'Duplicate # widgets' }),
          detail: 'Ctrl+D',
          icon: IconCopyPlus,
          onAction: () => actions.duplicate(ids),
        },
        'separator',
        {
          id: 'remove',
          label: plural(count, { one: 'Remove', other: 'Remove # widgets' }),
          detail: 'Delete',
          icon: IconTrash,
          tone: 'danger',
          onAction: () => actions.remove(ids),
        },
      ]}
    />
  );
}
