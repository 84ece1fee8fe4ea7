import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconFlag, IconPencil, IconTrash } from '@tabler/icons-react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { getSession } from '../../../../lib/api/session.ts';
import { holdFocus } from '../../../../lib/browser/hold-focus.ts';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { may } from '../../../boards/devices/index.ts';

import type { HistoryNote, useNotes } from './history-notes.ts';
import './history-notes.css';
import { noteTones } from './note-tones.ts';

const badgeTones = { note: 'info', good: 'success', warning: 'warning', problem: 'danger' } as const;

type NotesListProps = {
  notes: ReturnType<typeof useNotes>;
  devices: readonly Device[];
  mayWrite: boolean;
  /** Waits for a press on the chart. */
  isPicking: boolean;
  onAdd: () => void;
  onEdit: (note: HistoryNote) => void;
  onDelete: (note: HistoryNote) => void;
  /** Marks a moment in the charts; null takes the mark away. */
  onPoint: (at: number | null) => void;
};

/** The notes of the range, oldest first. */
export function NotesList({ notes, devices, mayWrite, isPicking, onAdd, onEdit, onDelete, onPoint }: NotesListProps) {
  const several = new Set(notes.notes.map(({ espid }) => espid)).size > 1;
  const deviceOf = (espid: string) => devices.find((each) => each.espid === espid);
  return (
    <Card ref={holdFocus} className="history-notes">
      <div className="history-notes-head">
        <h3>{t`Notes`}</h3>
        {mayWrite && (
          <Button size="small" icon={IconFlag} onClick={onAdd} aria-pressed={isPicking}>
            {t`Add note`}
          </Button>
        )}
      </div>
      {notes.failed && (
        <p className="field-error" role="alert">
          {t`The notes did not load: ${{ reason: failureText(notes.failed) }}`}{' '}
          <Button size="small" onClick={notes.retry}>
            {t`Try again`}
          </Button>
        </p>
      )}
      {!notes.failed && notes.notes.length === 0 && (
        <p className="history-note">
          {mayWrite
            ? t`No notes in this range. Note what happened, for example: filter changed, window left open.`
            : t`No notes in this range`}
        </p>
      )}
      {notes.more && (
        <p className="history-note">{t`Showing the newest 500. Choose a shorter range to see the others.`}</p>
      )}
      <ol className="history-notes-list">
        {notes.notes.map((note) => {
          const device = deviceOf(note.espid);
          return (
            <li
              key={`${note.espid} ${note.id}`}
              onPointerEnter={() => onPoint(note.from)}
              onPointerLeave={() => onPoint(null)}
            >
              <Badge tone={badgeTones[note.tone]}>{noteTones().find(({ id }) => id === note.tone)?.label}</Badge>
              <div className="history-note-text">
                <span>{note.text}</span>
                <small>
                  {[whenOf(note), several && device?.name, writtenBy(note), note.changedAt !== null && t`edited`]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              {device && may(device, 'manage') && (
                <span className="history-note-actions">
                  <IconButton
                    label={t`Edit note “${{ text: note.text }}”`}
                    icon={IconPencil}
                    onClick={() => onEdit(note)}
                  />
                  <IconButton
                    label={t`Delete note “${{ text: note.text }}”`}
                    icon={IconTrash}
                    onClick={() => onDelete(note)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

const whenOf = ({ from, to }: HistoryNote): string =>
  to === null ? formatDateTime(from) : t`${{ from: formatDateTime(from) }} to ${{ to: formatDateTime(to) }}`;

function writtenBy({ author, createdAt }: HistoryNote): string {
  const date = formatDateTime(createdAt);
  if (author === null) return t`Written ${date}`;
  return author === getSession()?.userId ? t`Written by you, ${date}` : t`Written by ${author}, ${date}`;
}
