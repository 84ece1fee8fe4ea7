import type { Device } from '@cyno/contract';
import { IconFlag, IconPencil, IconTrash } from '@tabler/icons-react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { getSession } from '../../../../lib/api/session.ts';
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
    <Card className="history-notes">
      <div className="history-notes-head">
        <h3>Notes</h3>
        {mayWrite && (
          <Button size="small" icon={IconFlag} onClick={onAdd} aria-pressed={isPicking}>
            Add a note
          </Button>
        )}
      </div>
      {notes.failed && (
        <p className="field-error" role="alert">
          The notes did not load: {failureText(notes.failed)}{' '}
          <Button size="small" onClick={notes.retry}>
            Try again
          </Button>
        </p>
      )}
      {!notes.failed && notes.notes.length === 0 && (
        <p className="history-note">
          No notes in this range.
          {mayWrite && ' Write down what happened: a filter changed, a window left open.'}
        </p>
      )}
      {notes.more && <p className="history-note">The newest 500 are shown. Choose a shorter range for the others.</p>}
      <ol className="history-notes-list">
        {notes.notes.map((note) => {
          const device = deviceOf(note.espid);
          return (
            <li
              key={`${note.espid} ${note.id}`}
              onPointerEnter={() => onPoint(note.from)}
              onPointerLeave={() => onPoint(null)}
            >
              <Badge tone={badgeTones[note.tone]}>{noteTones.find(({ id }) => id === note.tone)?.label}</Badge>
              <div className="history-note-text">
                <span>{note.text}</span>
                <small>
                  {whenOf(note)}
                  {several && device && `, ${device.name}`}, {writtenBy(note)}
                </small>
              </div>
              {device && may(device, 'manage') && (
                <span className="history-note-actions">
                  <IconButton label={`Change the note “${note.text}”`} icon={IconPencil} onClick={() => onEdit(note)} />
                  <IconButton
                    label={`Delete the note “${note.text}”`}
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
  to === null ? formatDateTime(from) : `${formatDateTime(from)} to ${formatDateTime(to)}`;

function writtenBy({ author, createdAt, changedAt }: HistoryNote): string {
  const who = author === null ? 'somebody' : author === getSession()?.userId ? 'you' : author;
  return `by ${who} on ${formatDateTime(createdAt)}${changedAt === null ? '' : ', changed since'}`;
}
