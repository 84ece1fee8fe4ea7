import type { Dashboard } from '@cyno/contract';
import { type Dispatch, useRef, useState } from 'react';
import { useSeenDevices } from '../../lib/device-queries.ts';
import type { SeenDevice } from '../../lib/device-rights.ts';
import { FormNote } from '../../ui/form-note.tsx';
import { exportDashboard, widgetText } from './dashboard-file.ts';
import { type Draft, type Edit, useEditHistory } from './edit-history.ts';
import './dashboard-editor.css';
import type { DashboardSource } from './dashboard-source.ts';
import { DevicesSheet } from './devices-sheet.tsx';
import { EditorBar, type EditorLayout } from './editor-bar.tsx';
import { EditorCanvas } from './editor-canvas.tsx';
import { editorHelpId } from './editor-cell.tsx';
import { tidy } from './layout.ts';
import { PhoneEditor } from './phone-editor.tsx';
import { LeaveEditor, SaveConflict } from './save-questions.tsx';
import { useDashboardImport } from './use-dashboard-import.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useSaveDraft } from './use-save-draft.ts';
import { useWidgetActs, type WidgetActs } from './use-widget-acts.ts';
import { useDashboardData } from './widget-data.ts';
import { widgetKinds } from './widget-kinds.ts';
import { WidgetSheet } from './widget-sheet.tsx';

type DashboardEditorProps = {
  source: DashboardSource;
  /** The devices that can be chosen above it as the server has them. */
  espids: readonly string[];
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
export function DashboardEditor({ source, espids, chosen, present, imported, onClose }: DashboardEditorProps) {
  const [start] = useState(
    (): Draft => ({ name: present?.name ?? 'Dashboard', widgets: present?.widgets ?? [], espids }),
  );
  const [{ past, present: draft, future }, edit] = useEditHistory(
    imported ? withDevices(imported, start, source) : start,
  );
  const [open, setOpen] = useState<Open>(null);
  const [isLeaving, setLeaving] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const [arranged, arrange] = useState<EditorLayout>('wide');
  const layout = isPhone ? 'phone' : arranged;
  const { acts, said } = useWidgetActs({ draft, edit, rootRef, onOpen: (id) => setOpen({ widget: id }) });
  const shown = useShownDevice(draft.espids, chosen);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start);
  const save = useSaveDraft({ source, draft, isChanged, present, onSaved: onClose });
  const file = useDashboardImport((to) => edit({ type: 'change', to: withDevices(to, draft, source) }));
  const undo = () => edit({ type: 'undo' });
  const redo = () => edit({ type: 'redo' });
  useEditorKeys({
    isOn: open === null && !isLeaving && !save.isConflict,
    ...{ undo, redo },
    duplicate: acts.duplicate,
    copied: (id) => {
      const widget = draft.widgets.find((one) => one.id === id);
      return widget ? widgetText(widget) : null;
    },
    paste: (text) => void acts.paste(text),
  });
  const on = {
    rename: (name: string) => edit({ type: 'change', to: { ...draft, name }, step: 'rename' }),
    ...{ undo, redo },
    add: () => setOpen('add'),
    tidy: () => edit({ type: 'change', to: { ...draft, widgets: tidy(draft.widgets) } }),
    arrange,
    ...(source.kind === 'account' && { devices: () => setOpen('devices') }),
    importFile: file.choose,
    exportFile: () => exportDashboard(draft),
    cancel: () => (isChanged ? setLeaving(true) : onClose()),
    done: () => (isChanged ? save.save() : onClose()),
  };
  return (
    <div className="editor-root" ref={rootRef}>
      <EditorBar
        {...{ name: draft.name, isPhone, layout, on }}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        isSaving={save.isSaving}
      />
      {file.input}
      {save.refusal && <FormNote kind="error">{save.refusal}</FormNote>}
      {save.isBehind && !save.isConflict && (
        <FormNote kind="info">
          The dashboard was changed meanwhile, in another tab or by somebody else. You will be asked which one to keep.
        </FormNote>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      <EditorBody {...{ chosen: shown, draft, acts, layout }} />
      <OpenSheet {...{ source, chosen: shown, draft, acts, edit, open }} onClose={() => setOpen(null)} />
      {isLeaving && <LeaveEditor onStay={() => setLeaving(false)} onLeave={onClose} />}
      {save.isConflict && <SaveConflict save={save} onDiscard={onClose} />}
    </div>
  );
}

type BodyProps = { chosen: SeenDevice | null; draft: Draft; acts: WidgetActs };

function EditorBody({ chosen, draft, acts, layout }: BodyProps & { layout: EditorLayout }) {
  const dataOf = useDashboardData({ ...draft, chosen });
  if (draft.widgets.length === 0) {
    return <p className="editor-empty">No widgets yet. Add the first one, or import a dashboard from a file.</p>;
  }
  if (layout === 'phone') return <PhoneEditor dataOf={dataOf} widgets={draft.widgets} acts={acts} />;
  return (
    <>
      <p className="editor-remark" id={editorHelpId}>
        Drag a widget to move it, on a touch screen by its dots, and its corner to resize it. By keyboard: arrows move,
        Shift and arrows resize, Enter changes, Delete removes.
      </p>
      <EditorCanvas dataOf={dataOf} widgets={draft.widgets} acts={acts} />
    </>
  );
}

type SheetProps = BodyProps & { source: DashboardSource; edit: Dispatch<Edit>; open: Open; onClose: () => void };

function OpenSheet({ source, chosen, draft, acts, edit, open, onClose }: SheetProps) {
  if (open === null) return null;
  if (open === 'devices') {
    const onChange = (espids: readonly string[]) => edit({ type: 'change', to: { ...draft, espids } });
    return <DevicesSheet espids={draft.espids} onChange={onChange} onClose={onClose} />;
  }
  const widget = open === 'add' ? null : draft.widgets.find(({ id }) => id === open.widget);
  if (widget === undefined) return null;
  return (
    <WidgetSheet
      chosen={chosen}
      ownWord={source.kind === 'device' ? 'This device' : chosen && 'The one chosen above the dashboard'}
      initial={widget}
      onClose={onClose}
      onDone={(bound) => {
        onClose();
        if (widget) acts.change(widget.id, bound);
        else acts.add({ ...widgetKinds[bound.content.type].size, ...bound });
      }}
    />
  );
}

/** The device that is chosen, as long as it is among those to choose from; else the first of these. */
function useShownDevice(espids: readonly string[], chosen: SeenDevice | null): SeenDevice | null {
  const seen = useSeenDevices();
  if (chosen && espids.includes(chosen.espid)) return chosen;
  return espids.map((espid) => seen.find((device) => device.espid === espid)).find(Boolean) ?? null;
}

/** What was imported, with the devices that were there unless it brings others. */
const withDevices = (imported: Draft, { espids }: Draft, source: DashboardSource): Draft =>
  source.kind === 'device' || imported.espids.length === 0 ? { ...imported, espids } : imported;
