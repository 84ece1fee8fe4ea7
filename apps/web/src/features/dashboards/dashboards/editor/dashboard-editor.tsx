import type { Dashboard, Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type Dispatch, type RefObject, useRef, useState } from 'react';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { exportDashboard, widgetsText } from '../dashboard-file.ts';
import { useAlertSigns, useDashboardData, useDashboardSource } from '../source/use-dashboard-source.ts';
import { type Arrangement, arrange as arranged } from './arrange.ts';
import { type Draft, type Edit, useEditHistory } from './edit-history.ts';
import './dashboard-editor.css';
import type { DashboardRef } from '../dashboard-ref.ts';
import type { Follows } from '../follow.ts';
import { compact } from '../layout.ts';
import { useDashboardImport } from '../list/use-dashboard-import.tsx';
import { PhoneEditor } from '../phone-layout/phone-editor.tsx';
import { useIsPhone } from '../phone-layout/use-is-phone.ts';
import { WidgetAlertsContext } from '../widgets/widget-alerts.tsx';
import { widgetKinds } from '../widgets/widget-kinds.ts';
import { DevicesSheet } from './devices-sheet.tsx';
import { EditorBar, type EditorLayout } from './editor-bar.tsx';
import { EditorCanvas } from './editor-canvas.tsx';
import { editorHelpId } from './editor-cell.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { LeaveEditor, SaveConflict } from './save-questions.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useSaveDraft } from './use-save-draft.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useWidgetActions, type WidgetActions } from './use-widget-actions.ts';
import { WidgetSheet } from './widget-sheet.tsx';

type DashboardEditorProps = {
  reference: DashboardRef;
  /** The devices that can be chosen above it as the server has them, and what defines them. */
  espids: readonly string[];
  follows?: Follows | null;
  /** Whether it is the account's own. */
  isOwn?: boolean;
  /** False: it was deleted elsewhere, or one's role shrank meanwhile. */
  maySave: boolean;
  /** The device that its widgets show which name none. */
  chosen: SeenDevice | null;
  /** What the server has now; null: nothing yet. */
  present: Dashboard | null;
  /** What the editing begins with, if not with what the server has. */
  imported: Draft | null;
  onClose: () => void;
};

/** What is open over the editor: the widget that is changed, a new one, or the devices to choose from. */
type Open = { widget: string } | 'add' | 'devices' | null;

/** Edit mode of the dashboard: nothing is saved before Done. */
export function DashboardEditor({ reference, chosen, present, imported, onClose, ...props }: DashboardEditorProps) {
  const [start] = useState(
    (): Draft => ({
      name: present?.name ?? t`Dashboard`,
      widgets: present?.widgets ?? [],
      espids: props.espids,
      follows: props.follows ?? null,
    }),
  );
  const [{ past, present: draft, future }, edit] = useEditHistory(
    imported ? withDevices(imported, start, reference) : start,
  );
  const [open, setOpen] = useState<Open>(null);
  const [isLeaving, setLeaving] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const [wanted, arrange] = useState<EditorLayout>('wide');
  const layout = isPhone ? 'phone' : wanted;
  const [announcement, announce] = useState('');
  const selection = useSelection(draft.widgets, announce);
  const actions = useWidgetActions({
    draft,
    edit,
    rootRef,
    selection,
    announce,
    onOpen: (id) => setOpen({ widget: id }),
  });
  const pasteFromMenu = usePasteFromMenu(actions);
  const previewDevice = usePreviewDevice(draft.espids, chosen);
  const signs = useAlertSigns();
  const save = useSaveDraft({ reference, start, draft, present, onSaved: onClose });
  const file = useDashboardImport((to) => edit({ type: 'change', to: withDevices(to, draft, reference) }));
  const undo = () => edit({ type: 'undo' });
  const redo = () => edit({ type: 'redo' });
  useEditorKeys({
    isOn: open === null && !isLeaving && !save.isConflict,
    undo,
    redo,
    ...selectionKeys(draft.widgets, selection, rootRef),
    duplicate: actions.duplicate,
    remove: actions.remove,
    copied: (ids) => widgetsText(draft.widgets.filter(({ id }) => ids.includes(id))),
    paste: (text) => void actions.paste(text),
  });
  const on = {
    rename: (name: string) => edit({ type: 'change', to: { ...draft, name }, step: 'rename' }),
    undo,
    redo,
    pick: selection.setPicking,
    add: () => setOpen('add'),
    paste: () => void pasteFromMenu(),
    compact: () => edit({ type: 'change', to: { ...draft, widgets: compact(draft.widgets) } }),
    arrange,
    ...(reference.kind === 'account' && { devices: () => setOpen('devices') }),
    importFile: file.choose,
    exportFile: () => exportDashboard(draft),
    cancel: () => (save.isChanged ? setLeaving(true) : onClose()),
    done: () => (save.isChanged ? save.save() : onClose()),
  };
  return (
    <div className="editor-root" ref={rootRef}>
      <EditorBar
        name={draft.name}
        isPhone={isPhone}
        layout={layout}
        on={on}
        isPicking={selection.isPicking}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        isSaving={save.isSaving}
      />
      {file.input}
      {save.refusal && <FormNote kind="error">{save.refusal}</FormNote>}
      {!props.maySave && (
        <FormNote kind="error">
          {t`You can no longer save this dashboard: it was deleted, or your rights to it changed. Export it to a file to keep your work.`}
        </FormNote>
      )}
      {props.maySave && save.isBehind && !save.isConflict && (
        <FormNote kind="info">
          {t`Someone else changed this dashboard. When you save, you choose which version to keep.`}
        </FormNote>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <WidgetAlertsContext value={signs}>
        <EditorBody chosen={previewDevice} draft={draft} actions={actions} layout={layout} selection={selection} />
        <OpenSheet
          reference={reference}
          chosen={previewDevice}
          draft={draft}
          actions={actions}
          edit={edit}
          open={open}
          isOwn={props.isOwn ?? false}
          onClose={() => setOpen(null)}
        />
      </WidgetAlertsContext>
      {isLeaving && <LeaveEditor onStay={() => setLeaving(false)} onLeave={onClose} />}
      {save.isConflict && <SaveConflict save={save} onDiscard={onClose} />}
    </div>
  );
}

type BodyProps = { chosen: SeenDevice | null; draft: Draft; actions: WidgetActions };

type LaidOut = { layout: EditorLayout; selection: Selection };

function EditorBody({ chosen, draft, actions, layout, selection }: BodyProps & LaidOut) {
  const dataOf = useDashboardData({ ...draft, chosen });
  if (draft.widgets.length === 0) {
    return <p className="editor-empty">{t`No widgets yet. Add one, or import a dashboard from a file.`}</p>;
  }
  const { widgets } = draft;
  const onArrange = (how: Arrangement, text: string) =>
    actions.place([...selection.ids], arranged(widgets, [...selection.ids], how), { text });
  if (layout === 'phone') {
    return (
      <>
        <PhoneEditor dataOf={dataOf} widgets={widgets} actions={actions} selection={selection} />
        <SelectionBar selection={selection} actions={actions} onArrange={null} />
      </>
    );
  }
  return (
    <>
      <div className="editor-help">
        <p className="editor-remark" id={editorHelpId}>
          {t`Drag a widget to move it, or its corner to resize it.`}
        </p>
        <KeyboardHelp layout="wide" />
      </div>
      <EditorCanvas dataOf={dataOf} widgets={widgets} actions={actions} selection={selection} />
      <SelectionBar selection={selection} actions={actions} onArrange={onArrange} />
    </>
  );
}

type SheetProps = BodyProps & {
  reference: DashboardRef;
  isOwn: boolean;
  edit: Dispatch<Edit>;
  open: Open;
  onClose: () => void;
};

function OpenSheet({ reference, isOwn, chosen, draft, actions, edit, open, onClose }: SheetProps) {
  if (open === null) return null;
  if (open === 'devices') {
    const onChange = (devices: Pick<Draft, 'espids' | 'follows'>) =>
      edit({ type: 'change', to: { ...draft, ...devices } });
    return <DevicesSheet chosen={draft} isOwn={isOwn} onChange={onChange} onClose={onClose} />;
  }
  const widget = open === 'add' ? null : draft.widgets.find(({ id }) => id === open.widget);
  if (widget === undefined) return null;
  return (
    <WidgetSheet
      chosen={chosen}
      ownLabel={reference.kind === 'device' ? t`This device` : chosen && t`Chosen in the device picker`}
      widgets={draft.widgets}
      initial={widget}
      onClose={onClose}
      onDone={(bound) => {
        onClose();
        if (widget) actions.change(widget.id, bound);
        else actions.add({ ...widgetKinds[bound.content.type].size, ...bound });
      }}
    />
  );
}

/** The device that is chosen, as long as it is among those to choose from; else the first of these. */
function usePreviewDevice(espids: readonly string[], chosen: SeenDevice | null): SeenDevice | null {
  const seen = useDashboardSource().devices;
  if (chosen && espids.includes(chosen.espid)) return chosen;
  return espids.map((espid) => seen.find((device) => device.espid === espid)).find(Boolean) ?? null;
}

/** What was imported, with the devices that were there unless it brings others. */
const withDevices = (imported: Draft, { espids, follows }: Draft, reference: DashboardRef): Draft =>
  reference.kind === 'device' || (imported.espids.length === 0 && imported.follows === null)
    ? { ...imported, espids, follows }
    : imported;

/** What the keyboard does with the selection. */
const selectionKeys = (widgets: readonly Widget[], selection: Selection, rootRef: RefObject<HTMLElement | null>) => ({
  selectAll() {
    selection.set(widgets.map(({ id }) => id));
    if (document.activeElement instanceof HTMLElement && document.activeElement.dataset.widget) return;
    // Arrow keys and Delete continue from here.
    rootRef.current?.querySelector<HTMLElement>('[data-widget]')?.focus({ preventScroll: true });
  },
  unselect() {
    const wasSelected = selection.ids.size > 0;
    if (wasSelected) selection.set([]);
    return wasSelected;
  },
  subject: (focused: string | undefined) => (focused === undefined ? [...selection.ids] : selection.with(focused)),
});

/** Pastes what is on the clipboard without a keyboard; shows a notice when the browser or the clipboard does not have it. */
function usePasteFromMenu(actions: WidgetActions): () => Promise<void> {
  const toasts = useToasts();
  return async () => {
    const text = await navigator.clipboard?.readText().catch(() => undefined);
    if (text === undefined) {
      const detail = t`Your browser does not allow it. Press Ctrl+V instead.`;
      toasts.add({ kind: 'error', title: t`Nothing was pasted`, detail, key: 'editor' });
    } else if (!(await actions.paste(text))) {
      const detail = t`Copy widgets first, here or on another dashboard.`;
      toasts.add({ kind: 'info', title: t`No widgets on the clipboard`, detail, key: 'editor' });
    }
  };
}
