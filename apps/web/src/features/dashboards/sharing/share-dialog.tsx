import type { Share, ShareRole } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { dateLocale, displaySettings } from '../../../lib/format/display-settings.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { ownZone } from '../../../lib/format/time-zones.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import './share-dialog.css';
import { OfferLink } from './offer-link.tsx';
import { type EndChoice, endOf } from './share-end.ts';
import { changeShare, fetchSharing, invite, type SharedThing } from './sharing-queries.ts';
import { roleAllows, shareRoles, untilText } from './sharing-text.ts';

type ShareDialogProps = {
  thing: SharedThing;
  /** Who is changed; undefined: somebody new. */
  share: Share | undefined;
  onClose: () => void;
};

const ends = (): { id: EndChoice; label: string }[] => [
  { id: 'never', label: t`Never` },
  { id: 'day', label: t`In a day` },
  { id: 'week', label: t`In a week` },
  { id: 'date', label: t`On a date` },
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
  const [invited, setInvited] = useState<string>();
  const sendsMail = useConfig().data?.mailConfigured ?? true;
  const save = useMutation({
    mutationFn: ({ to, expiresAt }: { to: string; expiresAt: number | null | undefined }) =>
      share
        ? changeShare(thing, share.id, { role, playback, ...(expiresAt !== undefined && { expiresAt }) })
        : invite(thing, { email: to, role, playback, expiresAt: expiresAt ?? null }),
    onSuccess: async (_, { to }) => {
      await fetchSharing(client);
      if (!share && !sendsMail) return setInvited(to);
      onClose();
      toasts.add(
        share
          ? { kind: 'success', title: t`Access of ${{ email: share.email }} changed` }
          : { kind: 'success', title: t`Invitation sent`, detail: t`${to} gets an e-mail and can accept.` },
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
    const at = { now: liveNow(), timeZone: displaySettings().timeZone ?? ownZone() };
    const expiresAt = end === 'unchanged' ? undefined : endOf(end, date, at);
    const wrong: Problem = {
      ...(!share && !/^\S+@\S+$/.test(to) && { email: t`Enter the e-mail address of the person to invite.` }),
      ...(end === 'date' && expiresAt === undefined && { date: t`Choose today or a later day.` }),
    };
    setProblem(wrong);
    if (!wrong.email && !wrong.date) save.mutate({ to, expiresAt });
  };
  if (invited !== undefined) return <OfferLink email={invited} name={thing.name} onClose={onClose} />;
  return (
    <Dialog
      title={share ? t`Access of ${{ email: share.email }}` : t`Share ${{ name: thing.name }}`}
      isOpen
      onClose={onClose}
    >
      <form className="dialog-form" noValidate onSubmit={submit}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {!share && (
          <TextField
            label={t`E-mail`}
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
          <span className="field-label">{t`Role`}</span>
          <Segmented label={t`Role`} options={shareRoles()} value={role} onChange={setRole} />
          <span className="field-help">{roleAllows(role, thing.kind)}</span>
        </div>
        {thing.kind === 'dashboard' && <PlaybackField isAllowed={playback} onChange={setPlayback} />}
        <EndFields share={share} end={end} date={date} problem={problem.date} onEnd={setEnd} onDate={setDate} />
        {!share && (
          <p className="field-help">
            {sendsMail
              ? t`They get an e-mail, and accept with the account of this address or sign up with it first.`
              : t`This server sends no e-mail. You get a link to send to them.`}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {share ? t`Save` : t`Invite`}
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
        <Checkbox
          checked={isAllowed}
          aria-describedby="share-playback-help"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{t`Allow playback`}</span>
      </label>
      <p className="field-help" id="share-playback-help">
        {isAllowed
          ? t`They can see earlier states of the dashboard, as far back as your history goes.`
          : t`They see only current values and the time range of each chart.`}
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
  const unchanged = share && {
    id: 'unchanged' as const,
    label: t`No change: ${{ end: untilText(share.expiresAt) }}`,
  };
  return (
    <div className="dialog-pair">
      <SelectField
        size="large"
        label={t`Expires`}
        options={unchanged ? [unchanged, ...ends()] : ends()}
        value={end}
        onChange={onEnd}
      />
      {end === 'date' && (
        <DateField
          label={t`Last day`}
          locale={dateLocale()}
          description={date === '' ? undefined : t`Access ends at the end of this day.`}
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
