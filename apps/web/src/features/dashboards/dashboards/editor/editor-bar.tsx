import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconCpu,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDots,
  IconDownload,
  IconLayoutAlignTop,
  IconPlus,
  IconSelectAll,
  IconUpload,
} from '@tabler/icons-react';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';

export type EditorLayout = 'wide' | 'phone';

type EditorBarProps = {
  name: string;
  canUndo: boolean;
  canRedo: boolean;
  isSaving: boolean;
  /** Widgets are selected by taps. */
  isPicking: boolean;
  isPhone: boolean;
  /** What is arranged. */
  layout: EditorLayout;
  on: {
    rename: (name: string) => void;
    undo: () => void;
    redo: () => void;
    pick: (isPicking: boolean) => void;
    add: () => void;
    paste: () => void;
    compact: () => void;
    arrange: (layout: EditorLayout) => void;
    /** Chooses the devices to choose from; without it the dashboard belongs to one. */
    devices?: () => void;
    importFile: () => void;
    exportFile: () => void;
    cancel: () => void;
    done: () => void;
  };
};

const layouts = [
  { id: 'wide', label: 'Wide', icon: IconDeviceDesktop },
  { id: 'phone', label: 'Phone', icon: IconDeviceMobile },
] as const;

/** The row above an edited dashboard: its name, undo and redo, what can be added, and the two ways out. */
export function EditorBar({ name, canUndo, canRedo, isSaving, isPicking, isPhone, layout, on }: EditorBarProps) {
  const arrange =
    layout === 'phone'
      ? []
      : [
          { id: 'tidy', label: 'Tidy up', detail: 'close gaps', icon: IconLayoutAlignTop, onAction: on.compact },
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
      {!isPhone && <Segmented label="What is arranged" options={layouts} value={layout} onChange={on.arrange} />}
      <div className="editor-bar-actions">
        <IconButton label="Undo" title="Undo (Ctrl+Z)" icon={IconArrowBackUp} disabled={!canUndo} onClick={on.undo} />
        <IconButton
          label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          icon={IconArrowForwardUp}
          disabled={!canRedo}
          onClick={on.redo}
        />
        <IconButton
          label="Select several"
          title="Select several (Shift or Ctrl and a click do it too)"
          className="editor-pick"
          icon={IconSelectAll}
          aria-pressed={isPicking}
          onClick={() => on.pick(!isPicking)}
        />
        <Button icon={IconPlus} onClick={on.add}>
          Add widget
        </Button>
        <Menu
          label="More"
          trigger={<IconButton label="More" icon={IconDots} />}
          entries={[
            { id: 'paste', label: 'Paste', detail: 'Ctrl+V', icon: IconClipboard, onAction: on.paste },
            ...arrange,
            ...(on.devices
              ? [
                  { id: 'devices', label: 'Devices to choose from', icon: IconCpu, onAction: on.devices },
                  'separator' as const,
                ]
              : []),
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
