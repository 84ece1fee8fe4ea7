import type { Dashboard, Device } from '@cyno/contract';
import { useRef, useState } from 'react';
import { FormNote } from '../../ui/form-note.tsx';
import { exportDashboard, widgetText } from './dashboard-file.ts';
import { type Draft, useEditHistory } from './edit-history.ts';
import './dashboard-editor.css';
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
import { widgetKinds } from './widget-kinds.ts';
import { WidgetSheet } from './widget-sheet.tsx';

type DashboardEditorProps = {
  device: Device;
  /** What the server has now; null: nothing yet. */
  present: Dashboard | null;
  /** What the editing begins with, if not with what the server has. */
  imported: Draft | null;
  onClose: () => void;
};

/** What is open over the editor: the widget that is changed, or a new one. */
type Open = { widget: string } | 'add' | null;

/** Edit mode of the dashboard: nothing is saved before Done. */
export function DashboardEditor({ device, present, imported, onClose }: DashboardEditorProps) {
  const [start] = useState((): Draft => ({ name: present?.name ?? 'Dashboard', widgets: present?.widgets ?? [] }));
  const [{ past, present: draft, future }, edit] = useEditHistory(imported ?? start);
  const [open, setOpen] = useState<Open>(null);
  const [isLeaving, setLeaving] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const [chosen, arrange] = useState<EditorLayout>('wide');
  const layout = isPhone ? 'phone' : chosen;
  const { acts, said } = useWidgetActs({ draft, edit, rootRef, onOpen: (id) => setOpen({ widget: id }) });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start);
  const save = useSaveDraft({ espid: device.espid, draft, isChanged, present, onSaved: onClose });
  const file = useDashboardImport((to) => edit({ type: 'change', to }));
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
      <EditorBody {...{ device, draft, acts, layout }} />
      <OpenSheet {...{ device, draft, acts, open }} onClose={() => setOpen(null)} />
      {isLeaving && <LeaveEditor onStay={() => setLeaving(false)} onLeave={onClose} />}
      {save.isConflict && <SaveConflict save={save} onDiscard={onClose} />}
    </div>
  );
}

type BodyProps = { device: Device; draft: Draft; acts: WidgetActs };

function EditorBody({ device, draft, acts, layout }: BodyProps & { layout: EditorLayout }) {
  if (draft.widgets.length === 0) {
    return <p className="editor-empty">No widgets yet. Add the first one, or import a dashboard from a file.</p>;
  }
  if (layout === 'phone') return <PhoneEditor device={device} widgets={draft.widgets} acts={acts} />;
  return (
    <>
      <p className="editor-remark" id={editorHelpId}>
        Drag a widget to move it, on a touch screen by its dots, and its corner to resize it. By keyboard: arrows move,
        Shift and arrows resize, Enter changes, Delete removes.
      </p>
      <EditorCanvas device={device} widgets={draft.widgets} acts={acts} />
    </>
  );
}

function OpenSheet({ device, draft, acts, open, onClose }: BodyProps & { open: Open; onClose: () => void }) {
  if (open === null) return null;
  const widget = open === 'add' ? null : draft.widgets.find(({ id }) => id === open.widget);
  if (widget === undefined) return null;
  return (
    <WidgetSheet
      device={device}
      initial={widget?.content ?? null}
      onClose={onClose}
      onDone={(content) => {
        onClose();
        if (widget) acts.change(widget.id, content);
        else acts.add({ ...widgetKinds[content.type].size, content });
      }}
    />
  );
}
