import type { LinkCreated, PublicLink } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { dateLocale } from '../../../lib/format/display-settings.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { PasswordField, TextField } from '../../../ui/fields/field.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { changeLink, createLink, type LinkedDashboard, putLink, readAgain } from './link-calls.ts';
import './link-dialog.css';
import { type LinkEnd, type LinkForm, useLinkForm } from './link-form.ts';

type LinkDialogProps = {
  dashboard: LinkedDashboard;
  /** Null: a new one. */
  link: PublicLink | null;
  onClose: () => void;
  /** `created` is null when a link was changed. */
  onSaved: (created: LinkCreated | null) => void;
};

const ends = (): { id: LinkEnd; label: string }[] => [
  { id: 'never', label: t`Never` },
  { id: 'day', label: t`In a day` },
  { id: 'week', label: t`In a week` },
  { id: 'date', label: t`On a date` },
];

/** Makes a public link of a dashboard, or changes what it allows. */
export function LinkDialog({ dashboard, link, onClose, onSaved }: LinkDialogProps) {
  const controls = dashboard.widgets.flatMap(({ id, content }) =>
    'target' in content ? [{ id, title: content.title }] : [],
  );
  const form = useLinkForm(link, new Set(controls.map(({ id }) => id)));
  const { draft, problems, set, read } = form;
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (request: NonNullable<ReturnType<typeof read>>) => {
      if (!link) return createLink(dashboard.id, { ...request, espids: [...(dashboard.espids ?? [])] });
      putLink(client, dashboard.id, await changeLink(dashboard.id, link.id, request));
      return null;
    },
    onSuccess: onSaved,
    // It may have been refused because the dashboard shows other devices by now.
    onError: () => readAgain(client, dashboard.id),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const request = save.isPending ? null : read();
    if (request) save.mutate(request);
  };
  return (
    <Dialog title={link ? t`Edit ${{ name: link.name }}` : t`New public link`} isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={submit}>
        {save.error && <FormNote kind="error">{failureText(save.error)}</FormNote>}
        <TextField
          label={t`Name`}
          autoComplete="off"
          autoFocus
          maxLength={40}
          placeholder={t`Screen in the clubhouse`}
          value={draft.name}
          error={problems.name}
          description={t`Only you see this.`}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Password form={form} link={link} />
        <End form={form} link={link} />
        <Controls form={form} controls={controls} />
        <TextField
          label={t`Websites allowed to embed it`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_000}
          placeholder="https://example.com"
          value={draft.origins}
          error={problems.origins}
          description={t`Separate with spaces. Empty: embedding off.`}
          onChange={(event) => set({ origins: event.currentTarget.value })}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {link ? t`Save` : t`Create link`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type PartProps = { form: LinkForm; link: PublicLink | null };

function Password({ form: { draft, problems, set }, link }: PartProps) {
  const has = link?.hasPassword ?? false;
  return (
    <div className="link-part">
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        maxLength={128}
        value={draft.password ?? ''}
        error={problems.password}
        disabled={has && draft.password === ''}
        description={
          has
            ? t`Empty: no change. A new password ends all current visits.`
            : t`Empty: everyone with the link can view the dashboard.`
        }
        onChange={(event) => set({ password: event.currentTarget.value || null })}
      />
      {has && (
        <label className="dialog-check">
          <Checkbox
            checked={draft.password === ''}
            onChange={(event) => set({ password: event.currentTarget.checked ? '' : null })}
          />
          <span>{t`Remove the password`}</span>
        </label>
      )}
    </div>
  );
}

function End({ form: { draft, problems, set }, link }: PartProps) {
  const unchanged = { id: 'unchanged', label: t`No change` } as const;
  return (
    <div className="dialog-pair">
      <SelectField
        size="large"
        label={t`Expires`}
        options={link ? [unchanged, ...ends()] : ends()}
        value={draft.end}
        onChange={(end) => set({ end })}
      />
      {draft.end === 'date' && (
        <DateField label={t`Last day`} value={draft.date} onChange={(date) => set({ date })} locale={dateLocale()} />
      )}
      {problems.end && (
        <p className="field-error" role="alert">
          {problems.end}
        </p>
      )}
    </div>
  );
}

type ControlsProps = { form: LinkForm; controls: readonly { id: string; title: string }[] };

function Controls({ form: { draft, set }, controls }: ControlsProps) {
  if (controls.length === 0) return null;
  const toggle = (id: string) =>
    set({
      exposed: draft.exposed.includes(id) ? draft.exposed.filter((one) => one !== id) : [...draft.exposed, id],
    });
  return (
    <fieldset className="link-part">
      <legend className="field-label">{t`Controls that visitors can use`}</legend>
      <div className="link-checks">
        {controls.map(({ id, title }) => (
          <label key={id} className="dialog-check">
            <Checkbox checked={draft.exposed.includes(id)} onChange={() => toggle(id)} />
            <span>{title}</span>
          </label>
        ))}
      </div>
      <p className="field-help">
        {draft.exposed.length === 0
          ? t`None: visitors can only view.`
          : t`Everyone with the link can use these, without an account.`}
      </p>
    </fieldset>
  );
}
