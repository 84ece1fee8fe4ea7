import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { dateLocale, useDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { InstantField } from '../../../../ui/fields/instant-field.tsx';
import { instantOf, type LocalParts, localPartsOf } from '../../../../ui/fields/local-instant.ts';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { CloseQuestion } from '../../../../ui/overlays/close-question.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { NoteDraft } from './history-notes.ts';
import { noteTones } from './note-tones.ts';

const longestText = 200;

type NoteDialogProps = {
  draft: NoteDraft;
  /** The devices that a new note may belong to. */
  devices: readonly Device[];
  onSave: (draft: NoteDraft) => Promise<void>;
  onClose: () => void;
};

/** Writes or changes a note: at a moment, or over a span. */
export function NoteDialog({ draft, devices, onSave, onClose }: NoteDialogProps) {
  const { timeZone } = useDisplaySettings();
  const [espid, setEspid] = useState(draft.espid);
  const [text, setText] = useState(draft.text);
  const [tone, setTone] = useState(draft.tone);
  const [isSpan, setSpan] = useState(draft.to !== null);
  const [from, setFrom] = useState(() => localPartsOf(draft.from, timeZone));
  const [to, setTo] = useState(() => localPartsOf(draft.to ?? draft.from + 3_600_000, timeZone));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  // A moment that was pointed at stays as exact as it was until another one is typed.
  const start = exactOf(from, draft.from, timeZone);
  const end = isSpan ? exactOf(to, draft.to ?? Number.NaN, timeZone) : null;
  const isChanged = text.trim() !== draft.text || tone !== draft.tone || start !== draft.from || end !== draft.to;
  useUnsavedChanges(isChanged);
  const leave = () => (isChanged ? setConfirming(true) : onClose());
  const wrongTime =
    start === null || (isSpan && end === null)
      ? t`Enter the day and the time.`
      : end !== null && end <= start
        ? t`The end must be after the start.`
        : null;
  const save = async () => {
    if (busy || start === null || wrongTime) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSave({ espid, id: draft.id, from: start, to: end, text: text.trim(), tone });
      onClose();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={draft.id === null ? t`Add note` : t`Edit note`}
      isOpen
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={text.trim() === '' || wrongTime !== null}
            onClick={() => void save()}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="history-note-form">
        <TextField
          label={t`Note`}
          value={text}
          maxLength={longestText}
          placeholder={t`For example: filter changed`}
          description={plural(
            { count: longestText - text.length },
            {
              one: '# character left',
              other: '# characters left',
            },
          )}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && text.trim() !== '') void save();
          }}
        />
        {draft.id === null && devices.length > 1 && (
          <SelectField
            label={t`Device`}
            size="large"
            options={devices.map((device) => ({ id: device.espid, label: device.name }))}
            value={espid}
            onChange={setEspid}
          />
        )}
        <Segmented label={t`Kind`} options={noteTones()} value={tone} onChange={setTone} />
        <Segmented
          label={t`Time`}
          options={[
            { id: 'moment', label: t`One moment` },
            { id: 'span', label: t`From – to` },
          ]}
          value={isSpan ? 'span' : 'moment'}
          onChange={(id) => setSpan(id === 'span')}
        />
        <InstantField label={isSpan ? t`From` : t`At`} locale={dateLocale()} value={from} onChange={setFrom} />
        {isSpan && <InstantField label={t`To`} locale={dateLocale()} value={to} onChange={setTo} />}
        {wrongTime && <p className="field-error">{wrongTime}</p>}
        {problem && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      {isConfirming && (
        <CloseQuestion onStay={() => setConfirming(false)} onClose={onClose}>
          {t`Your note will be lost.`}
        </CloseQuestion>
      )}
    </Dialog>
  );
}

function exactOf(parts: LocalParts, exact: number, timeZone: string | undefined): number | null {
  const displayed = Number.isNaN(exact) ? null : localPartsOf(exact, timeZone);
  if (displayed && displayed.day === parts.day && displayed.second === parts.second) return Math.round(exact);
  return instantOf(parts, timeZone);
}
