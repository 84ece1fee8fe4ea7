import type { LinkCreated, PublicLink } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { dateLocale } from '../../../lib/format/display-settings.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { PasswordField, TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { changeLink, createLink, type LinkedDashboard, readAgain } from './link-calls.ts';
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

const ends: readonly { id: LinkEnd; label: string }[] = [
  { id: 'never', label: 'When it is revoked' },
  { id: 'day', label: 'After a day' },
  { id: 'week', label: 'After a week' },
  { id: 'date', label: 'After a date' },
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
      await changeLink(dashboard.id, link.id, request);
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
    <Dialog title={link ? `Change ${link.name}` : 'New public link'} isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={submit}>
        {save.error && <FormNote kind="error">{failureText(save.error)}</FormNote>}
        <TextField
          label="What it is for"
          autoComplete="off"
          autoFocus
          maxLength={40}
          placeholder="Screen in the club house"
          value={draft.name}
          error={problems.name}
          description="Only you read this."
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Password form={form} link={link} />
        <End form={form} link={link} />
        <Controls form={form} controls={controls} />
        <TextField
          label="Pages that may show it in a frame"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_000}
          placeholder="https://example.com"
          value={draft.origins}
          error={problems.origins}
          description="Several with spaces between them; without any it cannot be embedded."
          onChange={(event) => set({ origins: event.currentTarget.value })}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {link ? 'Save' : 'Make the link'}
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
        label="Password"
        autoComplete="new-password"
        maxLength={128}
        value={draft.password ?? ''}
        error={problems.password}
        disabled={has && draft.password === ''}
        description={
          has
            ? 'Leave it empty to keep the one that there is. A new one sends away everybody who looks now.'
            : 'Leave it empty so that everybody with the link sees the dashboard.'
        }
        onChange={(event) => set({ password: event.currentTarget.value || null })}
      />
      {has && (
        <label className="dialog-check">
          <input
            type="checkbox"
            checked={draft.password === ''}
            onChange={(event) => set({ password: event.currentTarget.checked ? '' : null })}
          />
          <span>Take the password away</span>
        </label>
      )}
    </div>
  );
}

function End({ form: { draft, problems, set }, link }: PartProps) {
  const unchanged = { id: 'unchanged', label: 'As it is' } as const;
  return (
    <div className="dialog-pair">
      <SelectField
        size="large"
        label="It ends"
        options={link ? [unchanged, ...ends] : ends}
        value={draft.end}
        onChange={(end) => set({ end })}
      />
      {draft.end === 'date' && (
        <DateField label="Last day" value={draft.date} onChange={(date) => set({ date })} locale={dateLocale()} />
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
      <legend className="field-label">What visitors may operate</legend>
      <div className="link-checks">
        {controls.map(({ id, title }) => (
          <label key={id} className="dialog-check">
            <input type="checkbox" checked={draft.exposed.includes(id)} onChange={() => toggle(id)} />
            <span>{title}</span>
          </label>
        ))}
      </div>
      <p className="field-help">
        {draft.exposed.length === 0
          ? 'Nothing: visitors look only.'
          : 'Everybody with the link can operate this, without an account.'}
      </p>
    </fieldset>
  );
}
