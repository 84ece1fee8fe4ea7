import type { Contact, ContactCreated, Delivery } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { useAction } from '../../people/accounts/index.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { contactsQuery, messagesQuery, removeContact, replaceSecret, testContact } from './notification-calls.ts';
import { endPush } from './push/browser-push.ts';
import { thisBrowser } from './push/push-contact.ts';
import { ThisBrowser } from './push/this-browser.tsx';
import { iconOf, kindLabel } from './services.ts';

/** Where messages go: e-mail and services, each with a test. */
export function ContactsCard() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { data, error, refetch } = useQuery(contactsQuery);
  const { busy, run } = useAction();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<ContactCreated>();
  const [removing, setRemoving] = useState<Contact>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });

  const test = async (contact: Contact) => {
    const delivery = await testContact(contact);
    toasts.add(toastOf(contact, delivery));
    await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey })]);
  };
  const remove = async (contact: Contact) => {
    await removeContact(contact);
    if (contact.id === thisBrowser()) await endPush();
    setRemoving(undefined);
    await refresh();
  };
  const added = (contact: ContactCreated) => {
    setAdding(false);
    setCreated(contact);
    void refresh();
  };
  const connected = ({ name }: Contact) => {
    setAdding(false);
    toasts.add({ kind: 'success', title: 'Chat connected', detail: `Notifications go to ${name} from now on.` });
  };

  return (
    <SectionCard
      id="contacts"
      title="Contacts"
      description="Where notifications about your devices go. Send a test to see whether they arrive."
      actions={
        <Button icon={IconPlus} onClick={() => setAdding(true)}>
          Add a service
        </Button>
      }
    >
      {created?.secret && <Secret created={created} secret={created.secret} onClose={() => setCreated(undefined)} />}
      {data && (
        <RowList label="Contacts">
          {data.contacts.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              busy={busy}
              onTest={() => run({ name: `test ${contact.id}`, do: () => test(contact), failure: 'Test not sent' })}
              onReplaceSecret={() =>
                run({
                  name: `secret ${contact.id}`,
                  do: () => replaceSecret(contact).then(setCreated),
                  failure: 'Secret not replaced',
                })
              }
              onRemove={() => setRemoving(contact)}
            />
          ))}
        </RowList>
      )}
      {data && <ThisBrowser contacts={data.contacts} onAdded={() => void refresh()} />}
      {!data && error && (
        <SectionError onRetry={() => void refetch()}>Your contacts did not load. {failureText(error)}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={2} />}
      {isAdding && <ContactDialog onClose={() => setAdding(false)} onAdded={added} onConnected={connected} />}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          cancelLabel="Cancel"
          confirmLabel="Remove"
          busy={busy === 'remove'}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => run({ name: 'remove', do: () => remove(removing), failure: 'Contact not removed' })}
        >
          Nothing is sent there any more, also what waits to be sent.
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

type ContactRowProps = {
  contact: Contact;
  busy: string | undefined;
  onTest: () => void;
  onReplaceSecret: () => void;
  onRemove: () => void;
};

function ContactRow({ contact, busy, onTest, onReplaceSecret, onRemove }: ContactRowProps) {
  const { id, kind, name, place, problem, failing } = contact;
  return (
    <Row
      icon={iconOf(contact)}
      title={name}
      badge={
        <>
          <Badge>{kindLabel(contact)}</Badge>
          {id === thisBrowser() && <Badge>This browser</Badge>}
          {problem && <Badge tone="warning">Not used</Badge>}
          {!problem && failing && <Badge tone="danger">Failing</Badge>}
        </>
      }
      detail={
        problem ??
        (failing ? `Since ${formatDateTime(failing.since)}. ${failing.reason}` : kind === 'email' ? undefined : place)
      }
      actions={
        <>
          {!problem && (
            <Button size="small" busy={busy === `test ${id}`} aria-label={`Send a test to ${name}`} onClick={onTest}>
              Send a test
            </Button>
          )}
          {kind === 'webhook' && (
            <Button
              size="small"
              variant="ghost"
              busy={busy === `secret ${id}`}
              aria-label={`Replace the secret of ${name}`}
              onClick={onReplaceSecret}
            >
              New secret
            </Button>
          )}
          {kind !== 'email' && (
            <Button size="small" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </>
      }
    />
  );
}

/** The secret of a webhook, this once. */
function Secret({ created, secret, onClose }: { created: ContactCreated; secret: string; onClose: () => void }) {
  return (
    <section className="contact-secret" aria-label={`The secret of ${created.contact.name}`}>
      <h3>Copy the secret of {created.contact.name} now</h3>
      <p className="section-note">It is shown this once. Your program verifies with it that messages are from here.</p>
      <CopyLine text={secret} label="Copy the secret" />
      <div className="section-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </section>
  );
}

function toastOf({ name }: Contact, { state, reason, nextAt }: Delivery) {
  if (state === 'accepted') return { kind: 'success', title: 'Test sent', detail: `${name} accepted it.` } as const;
  const again = nextAt === null ? '' : ' It is tried again.';
  return { kind: 'error', title: 'Test failed', detail: `${reason ?? ''}${again}` } as const;
}
