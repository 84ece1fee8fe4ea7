import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceMobile,
  IconDots,
  IconDownload,
  IconLayoutAlignTop,
  IconPlus,
  IconUpload,
} from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';

type EditorBarProps = {
  name: string;
  canUndo: boolean;
  canRedo: boolean;
  isSaving: boolean;
  isPhone: boolean;
  on: {
    rename: (name: string) => void;
    undo: () => void;
    redo: () => void;
    add: () => void;
    tidy: () => void;
    order: () => void;
    importFile: () => void;
    exportFile: () => void;
    cancel: () => void;
    done: () => void;
  };
};

/** The row above an edited dashboard: its name, undo and redo, what can be added, and the two ways out. */
export function EditorBar({ name, canUndo, canRedo, isSaving, isPhone, on }: EditorBarProps) {
  const arrange = isPhone
    ? []
    : [
        { id: 'tidy', label: 'Tidy up', detail: 'close gaps', icon: IconLayoutAlignTop, onAction: on.tidy },
        { id: 'order', label: 'Order on phones', icon: IconDeviceMobile, onAction: on.order },
        'separator' as const,
      ];
  return (
    <div className="editor-bar" role="toolbar" aria-label="Edit the dashboard">
      <TextField
        label="Name of the dashboard"
        hideLabel
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => on.rename(currentTarget.value)}
      />
      <div className="editor-bar-acts">
        <IconButton label="Undo" title="Undo (Ctrl+Z)" icon={IconArrowBackUp} disabled={!canUndo} onClick={on.undo} />
        <IconButton
          label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          icon={IconArrowForwardUp}
          disabled={!canRedo}
          onClick={on.redo}
        />
        <Button icon={IconPlus} onClick={on.add}>
          Add widget
        </Button>
        <Menu
          label="More"
          trigger={<IconButton label="More" icon={IconDots} />}
          entries={[
            ...arrange,
            { id: 'import', label: 'Import from a file', icon: IconUpload, onAction: on.importFile },
            { id: 'export', label: 'Export to a file', icon: IconDownload, onAction: on.exportFile },
          ]}
        />
      </div>
      <div className="editor-bar-ends">
        <Button onClick={on.cancel}>Cancel</Button>
        <Button variant="primary" busy={isSaving} onClick={on.done}>
          Done
        </Button>
      </div>
    </div>
  );
}
