import type { Device, PassCreated } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { dateLocale } from '../../../lib/format/display-settings.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import { devicePath } from '../../boards/devices/index.ts';
import { createPass } from './pass-calls.ts';
import './pass-dialog.css';
import { type PassForm, type PassMoment, usePassForm } from './pass-form.ts';
import { type PassTarget, passTargets } from './pass-offers.ts';

type PassDialogProps = { device: Device; onClose: () => void; onCreated: (made: PassCreated) => void };

const ends = () => [
  { id: 'hour', label: t`In an hour` },
  { id: 'day', label: t`In a day` },
  { id: 'week', label: t`In a week` },
  { id: 'date', label: t`On a date` },
];
const starts = () => [
  { id: 'now', label: t`Now` },
  { id: 'date', label: t`On a date` },
];

/** Requests whom a pass is, what it operates, how often and until when. */
export function PassDialog({ device, onClose, onCreated }: PassDialogProps) {
  const { data: control, error } = useQuery(controlQuery(device.espid));
  const targets = control && passTargets(control);
  return (
    <Dialog
      title={t`New guest pass`}
      isOpen
      onClose={onClose}
      actions={
        targets?.length === 0 && (
          <>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <ButtonLink to={devicePath(device.espid, 'Control')} variant="primary">
              {t`Open Control`}
            </ButtonLink>
          </>
        )
      }
    >
      {targets && targets.length > 0 && (
        <Form espid={device.espid} targets={targets} onClose={onClose} onCreated={onCreated} />
      )}
      {targets?.length === 0 && <p>{t`A pass controls one output or event. Set one up on the Control tab first.`}</p>}
      {!targets && error && <FormNote kind="error">{failureText(error)}</FormNote>}
      {!targets && !error && <Skeleton height={320} width="auto" />}
    </Dialog>
  );
}

type FormProps = Omit<PassDialogProps, 'device'> & { espid: string; targets: readonly PassTarget[] };

function Form({ espid, targets, onClose, onCreated }: FormProps) {
  const form = usePassForm(targets);
  const { draft, target, problems, set, read } = form;
  const save = useMutation({
    mutationFn: (request: NonNullable<ReturnType<typeof read>>) => createPass(espid, request),
    onSuccess: onCreated,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const request = save.isPending ? null : read();
    if (request) save.mutate(request);
  };
  return (
    <form className="dialog-form" noValidate onSubmit={submit}>
      {save.error && <FormNote kind="error">{failureText(save.error)}</FormNote>}
      <TextField
        label={t`Guest`}
        autoComplete="off"
        autoFocus
        maxLength={40}
        placeholder={t`Anna from next door`}
        value={draft.name}
        error={problems.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className="dialog-pair">
        <SelectField
          size="large"
          label={t`Output or event`}
          options={targets}
          value={draft.targetId}
          onChange={form.choose}
        />
        {target && target.ways.length > 0 ? (
          <SelectField
            size="large"
            label={t`What the guest can do`}
            options={target.ways}
            value={draft.wayId}
            onChange={(wayId) => set({ wayId })}
          />
        ) : (
          <TextField
            label={t`Value to send`}
            autoComplete="off"
            maxLength={64}
            value={draft.value}
            error={problems.value}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
        )}
      </div>
      <TextField
        label={t`Title shown to guest`}
        autoComplete="off"
        maxLength={40}
        value={draft.title}
        error={problems.title}
        description={t`Guests see it above the name and state of the output, and nothing else of the device.`}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <TextField
        label={t`Number of uses`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={draft.uses}
        error={problems.uses}
        description={t`Only delivered commands count.`}
        onChange={(event) => set({ uses: event.currentTarget.value })}
      />
      <Moment label={t`Valid from`} choices={starts()} {...momentOf(form, 'from')} />
      <Moment label={t`Expires`} choices={ends()} {...momentOf(form, 'until')} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t`Create pass`}
        </Button>
      </div>
    </form>
  );
}

const momentOf = ({ draft, problems, set }: PassForm, name: 'from' | 'until') => ({
  value: draft[name],
  problem: problems[name],
  onChange: (moment: PassMoment) => set({ [name]: moment }),
});

type MomentProps = {
  label: string;
  choices: readonly { id: string; label: string }[];
  value: PassMoment;
  problem: string | undefined;
  onChange: (moment: PassMoment) => void;
};

function Moment({ label, choices, value, problem, onChange }: MomentProps) {
  return (
    <div className="dialog-pair">
      <SelectField
        size="large"
        label={label}
        options={choices}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
      />
      {value.choice === 'date' && (
        <>
          <DateField
            label={t`Day`}
            value={value.date}
            onChange={(date) => onChange({ ...value, date })}
            locale={dateLocale()}
          />
          <div className="pass-time">
            <span className="field-label">{t`Time`}</span>
            <TimeField
              label={t`${label}: time`}
              value={value.second}
              onChange={(second) => onChange({ ...value, second })}
            />
          </div>
        </>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
