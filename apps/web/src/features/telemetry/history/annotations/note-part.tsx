import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useWatch } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { ChartGroup } from '../../../../ui/charts/plot/chart-group.ts';
import type { ChartNote } from '../../../../ui/charts/plot/chart-notes.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { may } from '../../../boards/devices/index.ts';
import type { PickedTime } from '../history-chart.tsx';
import type { LineStyle } from '../history-lines.ts';
import { type NoteDraft, useNoteActions, useNotes } from './history-notes.ts';
import { NotesList } from './notes-list.tsx';

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }));

type NotePartProps = {
  devices: readonly Device[];
  styles: readonly LineStyle[];
  span: TimeSpan;
  group: ChartGroup;
  isTable: boolean;
};

/** What the page has to do with notes: marks for the charts, the list, and writing them from a press, a drag or a key. */
export type NotePart = {
  marks: readonly ChartNote[];
  isPicking: boolean;
  onPick: ((picked: PickedTime) => void) | null;
  onNote: ((at: number) => void) | null;
  type: () => void;
  stopPicking: () => void;
  list: ReactNode;
  dialog: ReactNode;
};

/** Keeps what is being written about the devices whose variables are shown. */
export function useNotePart({ devices, styles, span, group, isTable }: NotePartProps): NotePart {
  const espids = [...new Set(styles.map(({ espid }) => espid))];
  // Others may write while the page is open.
  useWatch(espids);
  const notes = useNotes(espids, span);
  const { save, remove } = useNoteActions();
  const [isPicking, setPicking] = useState(false);
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const writable = devices.filter((device) => espids.includes(device.espid) && may(device, 'manage'));
  const [first] = writable;
  const write = (picked: PickedTime) => {
    setPicking(false);
    if (!first) return;
    // The end of the view is not part of it: a note there would not be in the list.
    const from = Math.min(Math.round(picked.from), Math.ceil(span.to) - 1);
    const to = picked.to === null ? null : Math.round(picked.to);
    setDraft({ espid: first.espid, id: null, from, to, text: '', tone: 'note' });
  };
  const type = () => write({ from: group.cursorAt ?? span.to, to: null });
  const marksText = JSON.stringify(notes.notes.map(({ from, to, tone, text }) => ({ from, to, tone, text })));
  // The charts are drawn again only when a mark changed.
  const marks = useMemo((): ChartNote[] => JSON.parse(marksText), [marksText]);
  return {
    marks,
    isPicking: isPicking && !isTable,
    onPick: isPicking && !isTable ? write : null,
    onNote: first ? (at) => write({ from: at, to: null }) : null,
    type,
    stopPicking: () => setPicking(false),
    list: (
      <NotesList
        notes={notes}
        devices={devices}
        isPicking={isPicking}
        mayWrite={writable.length > 0}
        onAdd={() => (isTable ? type() : setPicking(!isPicking))}
        onEdit={({ espid, id, from, to, text, tone }) => setDraft({ espid, id, from, to, text, tone })}
        onDelete={(note) => void remove(note)}
        onPoint={(at) => group.setCursor(at === null ? null : { at }, null)}
      />
    ),
    dialog: draft && (
      <Suspense fallback={null}>
        <NoteDialog
          key={`${draft.id} ${draft.from} ${draft.to}`}
          draft={draft}
          devices={writable}
          onSave={save}
          onClose={() => setDraft(null)}
        />
      </Suspense>
    ),
  };
}

/** Explains how a moment or a span is chosen, while the charts wait for it. */
export function PickBar({ part }: { part: NotePart }) {
  return (
    <div className="history-pick" role="status">
      <span>{t`Press the chart for one moment, or drag across it for a period.`}</span>
      <Button size="small" onClick={part.type}>
        {t`Enter time`}
      </Button>
      <Button size="small" onClick={part.stopPicking}>
        {t`Cancel`}
      </Button>
    </div>
  );
}
