import type { Share, ShareRole } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { dateLocale, displaySettings } from '../../../lib/format/display-settings.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import './share-dialog.css';
import { type EndChoice, endOf } from './share-end.ts';
import { changeShare, fetchSharing, invite, type SharedThing } from './sharing-queries.ts';
import { roleAllows, shareRoles, untilText } from './sharing-text.ts';

type ShareDialogProps = {
  thing: SharedThing;
  /** Who is changed; undefined: somebody new. */
  share: Share | undefined;
  onClose: () => void;
};

const ends: readonly { id: EndChoice; label: string }[] = [
  { id: 'never', label: 'Never' },
  { id: 'day', label: 'After a day' },
  { id: 'week', label: 'After a week' },
  { id: 'date', label: 'After a date' },
];

type Problem = { email?: string; date?: string; form?: string };

/** Invites somebody to a device or dashboard, or changes what they may do and until when. */
export function ShareDialog({ thing, share, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ShareRole>(share?.role ?? 'viewer');
  const [playback, setPlayback] = useState(share?.playback ?? true);
  const [end, setEnd] = useState<EndChoice>(share ? 'unchanged' : 'never');
  const [date, setDate] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const save = useMutation({
    mutationFn: ({ to, expiresAt }: { to: string; expiresAt: number | null | undefined }) =>
      share
        ? changeShare(thing, share.id, { role, playback, ...(expiresAt !== undefined && { expiresAt }) })
        : invite(thing, { email: to, role, playback, expiresAt: expiresAt ?? null }),
    onSuccess: async (_, { to }) => {
      await fetchSharing(client);
      onClose();
      toasts.add(
        share
          ? { kind: 'success', title: 'Saved', detail: `${share.email} has it at once.` }
          : { kind: 'success', title: 'Invitation sent', detail: `${to} gets a mail and can accept.` },
      );
    },
    onError(error) {
      const ofField = error instanceof ApiError ? error.fields.email : undefined;
      setProblem(ofField ? { email: ofField } : { form: failureText(error) });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const to = email.trim();
    const at = { now: liveNow(), timeZone: displaySettings().timeZone ?? browserZone() };
    const expiresAt = end === 'unchanged' ? undefined : endOf(end, date, at);
    const wrong: Problem = {
      ...(!share && !/^\S+@\S+$/.test(to) && { email: 'Type the e-mail address of whom you invite.' }),
      ...(end === 'date' && expiresAt === undefined && { date: 'Choose the last day, today or later.' }),
    };
    setProblem(wrong);
    if (!wrong.email && !wrong.date) save.mutate({ to, expiresAt });
  };
  return (
    <Dialog title={share ? `What ${share.email} may do` : `Share ${thing.name}`} isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={submit}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {!share && (
          <TextField
            label="E-mail"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            maxLength={254}
            value={email}
            error={problem.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        <div className="dialog-choice share-role">
          <span className="field-label">Role</span>
          <Segmented label="Role" options={shareRoles} value={role} onChange={setRole} />
          <span className="field-help">{roleAllows(role, thing.kind)}</span>
        </div>
        {thing.kind === 'dashboard' && <PlaybackField isAllowed={playback} onChange={setPlayback} />}
        <EndFields share={share} end={end} date={date} problem={problem.date} onEnd={setEnd} onDate={setDate} />
        {!share && (
          <p className="field-help">
            They accept in a browser with the account of this address. Without one they sign up with it first.
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {share ? 'Save' : 'Invite'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function PlaybackField({ isAllowed, onChange }: { isAllowed: boolean; onChange: (isAllowed: boolean) => void }) {
  return (
    <div className="dialog-choice">
      <label className="dialog-check">
        <input
          type="checkbox"
          checked={isAllowed}
          aria-describedby="share-playback-help"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>Can look back in time</span>
      </label>
      <p className="field-help" id="share-playback-help">
        {isAllowed
          ? 'They see what the dashboard showed before, as far back as your history goes.'
          : 'They see what the dashboard shows now, and charts as long as they are.'}
      </p>
    </div>
  );
}

type EndFieldsProps = {
  share: Share | undefined;
  end: EndChoice;
  date: string;
  problem: string | undefined;
  onEnd: (end: EndChoice) => void;
  onDate: (date: string) => void;
};

function EndFields({ share, end, date, problem, onEnd, onDate }: EndFieldsProps) {
  const unchanged = share && { id: 'unchanged' as const, label: `As it is, ${untilText(share.expiresAt)}` };
  return (
    <div className="dialog-pair">
      <SelectField
        size="large"
        label="Ends by itself"
        options={unchanged ? [unchanged, ...ends] : ends}
        value={end}
        onChange={onEnd}
      />
      {end === 'date' && (
        <DateField
          label="Last day"
          locale={dateLocale()}
          description={date === '' ? undefined : 'It ends when this day is over.'}
          min={isoDay(liveNow())}
          value={date}
          onChange={onDate}
        />
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const isoDay = (at: number) => formatDate(at, undefined, 'yyyy-mm-dd');
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
