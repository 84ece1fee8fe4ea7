import type { ChatService, Contact, ContactCreated, ContactTarget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { PasswordField, TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { ChatJoin } from './chat-join.tsx';
import { addContact, chatsQuery } from './notification-calls.ts';
import './notifications.css';
import { chats, isChat, type ServiceKind, services } from './services.ts';

type ContactDialogProps = {
  onClose: () => void;
  onAdded: (created: ContactCreated) => void;
  onConnected: (contact: Contact) => void;
};
type Problem = { name?: string; url?: string; token?: string; form?: string };

const chatKinds = Object.keys(chats) as ChatService[];
const kinds = Object.keys(services) as ServiceKind[];
const options = () => [
  ...chatKinds.map((id) => ({ id, label: chats[id].label })),
  ...kinds.map((id) => ({ id, label: services[id].label })),
];

/** Adds a service that gets notifications. */
export function ContactDialog({ onClose, onAdded, onConnected }: ContactDialogProps) {
  const { data, isPending } = useQuery(chatsQuery);
  const [chosen, setChosen] = useState<ServiceKind | ChatService>();
  const kind = chosen ?? data?.services.find(({ configured }) => configured)?.service ?? 'discord';
  return (
    <Dialog title={t`Add a service`} isOpen onClose={onClose}>
      {isPending && <SectionSkeleton rows={3} />}
      {!isPending && (
        <div className="contact-form">
          <SelectField size="large" label={t`Service`} options={options()} value={kind} onChange={setChosen} />
          {isChat(kind) ? (
            <ChatJoin key={kind} service={kind} onConnected={onConnected} onClose={onClose} />
          ) : (
            <ServiceForm key={kind} kind={kind} onAdded={onAdded} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

type ServiceFormProps = Omit<ContactDialogProps, 'onConnected'> & { kind: ServiceKind };

/** What a service needs to be reached. */
function ServiceForm({ kind, onClose, onAdded }: ServiceFormProps) {
  const [typed, setTyped] = useState({ name: '', url: '', token: '' });
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);
  const service = services[kind];

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = problemOf(kind, typed);
    setProblem(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      onAdded(await addContact({ name: typed.name.trim() || service.label, target: targetOf(kind, typed) }));
    } catch (error) {
      setProblem(refusalOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="contact-form" noValidate onSubmit={(event) => void submit(event)}>
      {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
      <TextField
        label={service.addressLabel}
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={service.placeholder}
        description={service.help}
        value={typed.url}
        error={problem.url}
        onChange={(event) => setTyped({ ...typed, url: event.currentTarget.value })}
      />
      {service.token !== 'none' && (
        <PasswordField
          label={service.token === 'optional' ? t`Access token (if the topic is protected)` : t`Application token`}
          autoComplete="off"
          value={typed.token}
          error={problem.token}
          onChange={(event) => setTyped({ ...typed, token: event.currentTarget.value })}
        />
      )}
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={60}
        placeholder={service.label}
        value={typed.name}
        error={problem.name}
        onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t`Add`}
        </Button>
      </div>
    </form>
  );
}

type Typed = { name: string; url: string; token: string };

function problemOf(kind: ServiceKind, { url, token }: Typed): Problem {
  return {
    ...(!/^https?:\/\//.test(url.trim()) && { url: t`Type an address that begins with https://.` }),
    ...(services[kind].token === 'required' && token.trim() === '' && { token: t`Type the token of the application.` }),
  };
}

function targetOf(kind: ServiceKind, typed: Typed): ContactTarget {
  const [url, token] = [typed.url.trim(), typed.token.trim()];
  if (kind === 'ntfy') return { kind, url, token: token || null };
  if (kind === 'gotify') return { kind, url, token };
  return { kind, url };
}

function refusalOf(error: unknown): Problem {
  const fields: Readonly<Record<string, string | undefined>> = error instanceof ApiError ? error.fields : {};
  const { name, 'target.url': url, 'target.token': token } = fields;
  const ofFields = { ...(name && { name }), ...(url && { url }), ...(token && { token }) };
  return Object.keys(ofFields).length > 0 ? ofFields : { form: failureText(error) };
}
