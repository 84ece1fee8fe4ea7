import { t } from '@lingui/core/macro';
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

const layouts = () =>
  [
    { id: 'wide', label: t`Wide`, icon: IconDeviceDesktop },
    { id: 'phone', label: t`Phone`, icon: IconDeviceMobile },
  ] as const;

/** The row above an edited dashboard: its name, undo and redo, what can be added, and the two ways out. */
export function EditorBar({ name, canUndo, canRedo, isSaving, isPicking, isPhone, layout, on }: EditorBarProps) {
  const arrange =
    layout === 'phone'
      ? []
      : [{ id: 'tidy', label: t`Close gaps`, icon: IconLayoutAlignTop, onAction: on.compact }, 'separator' as const];
  return (
    <div className="editor-bar" role="toolbar" aria-label={t`Edit dashboard`}>
      <TextField
        label={t`Dashboard name`}
        hideLabel
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => on.rename(currentTarget.value)}
      />
      {!isPhone && <Segmented label={t`Layout`} options={layouts()} value={layout} onChange={on.arrange} />}
      <div className="editor-bar-actions">
        <IconButton
          label={t`Undo`}
          title={t`Undo (Ctrl+Z)`}
          icon={IconArrowBackUp}
          disabled={!canUndo}
          onClick={on.undo}
        />
        <IconButton
          label={t`Redo`}
          title={t`Redo (Ctrl+Shift+Z)`}
          icon={IconArrowForwardUp}
          disabled={!canRedo}
          onClick={on.redo}
        />
        <IconButton
          label={t`Select several`}
          title={t`Select several (or Shift+click)`}
          className="editor-pick"
          icon={IconSelectAll}
          aria-pressed={isPicking}
          onClick={() => on.pick(!isPicking)}
        />
        <Button icon={IconPlus} onClick={on.add}>
          {t`Add widget`}
        </Button>
        <Menu
          label={t`More`}
          trigger={<IconButton label={t`More`} icon={IconDots} />}
          entries={[
            { id: 'paste', label: t`Paste`, detail: 'Ctrl+V', icon: IconClipboard, onAction: on.paste },
            ...arrange,
            ...(on.devices
              ? [{ id: 'devices', label: t`Device picker`, icon: IconCpu, onAction: on.devices }, 'separator' as const]
              : []),
            { id: 'import', label: t`Import from a file`, icon: IconUpload, onAction: on.importFile },
            { id: 'export', label: t`Export to a file`, icon: IconDownload, onAction: on.exportFile },
          ]}
        />
      </div>
      <div className="editor-bar-ends">
        <Button onClick={on.cancel}>{t`Cancel`}</Button>
        <Button variant="primary" busy={isSaving} onClick={on.done}>
          {t`Done`}
        </Button>
      </div>
    </div>
  );
}
