import type { Contact, ContactCreated, Delivery } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDots, IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { endPush } from '../../../lib/browser/end-push.ts';
import { thisBrowser } from '../../../lib/browser/push-contact.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { useAction } from '../../people/accounts/index.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { contactsQuery, messagesQuery, removeContact, replaceSecret, testContact } from './notification-calls.ts';
import { ThisBrowser } from './push/this-browser.tsx';
import { resultText } from './result-text.ts';
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
    setRemoving((now) => (now === contact ? undefined : now));
    await refresh();
  };
  const added = (contact: ContactCreated) => {
    setAdding(false);
    setCreated(contact);
    void refresh();
  };
  const connected = ({ name }: Contact) => {
    setAdding(false);
    toasts.add({ kind: 'success', title: t`Chat connected`, detail: t`Notifications now go to ${name}.` });
  };

  return (
    <SectionCard
      id="contacts"
      title={t`Contacts`}
      description={t`Where your notifications go. Send a test to check that they arrive.`}
      actions={
        <Button icon={IconPlus} onClick={() => setAdding(true)}>
          {t`Add a service`}
        </Button>
      }
    >
      {created?.secret && <Secret created={created} secret={created.secret} onClose={() => setCreated(undefined)} />}
      {data && (
        <RowList label={t`Contacts`}>
          {data.contacts.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              busy={busy}
              onTest={() => run({ name: `test ${contact.id}`, do: () => test(contact), failure: t`Test not sent` })}
              onReplaceSecret={() =>
                run({
                  name: `secret ${contact.id}`,
                  do: () => replaceSecret(contact).then(setCreated),
                  failure: t`Secret not replaced`,
                })
              }
              onRemove={() => setRemoving(contact)}
            />
          ))}
        </RowList>
      )}
      {data && <ThisBrowser contacts={data.contacts} onAdded={() => void refresh()} />}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Contacts did not load. ${{ reason: failureText(error) }}`}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={2} />}
      {isAdding && <ContactDialog onClose={() => setAdding(false)} onAdded={added} onConnected={connected} />}
      {removing && (
        <ConfirmDialog
          title={t`Remove ${{ name: removing.name }}?`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Remove`}
          busy={busy.has(`remove ${removing.id}`)}
          onClose={() => setRemoving(undefined)}
          onConfirm={() =>
            run({ name: `remove ${removing.id}`, do: () => remove(removing), failure: t`Contact not removed` })
          }
        >
          {t`No more notifications go there, and those still waiting are not sent. What went there alone goes to all your contacts.`}
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

type ContactRowProps = {
  contact: Contact;
  busy: ReadonlySet<string>;
  onTest: () => void;
  onReplaceSecret: () => void;
  onRemove: () => void;
};

function ContactRow({ contact, busy, onTest, onReplaceSecret, onRemove }: ContactRowProps) {
  const { id, kind, name, place, problem, failing } = contact;
  const entries: MenuEntry[] = [
    ...(kind === 'webhook'
      ? [{ id: 'secret', label: t`New secret`, icon: IconKey, onAction: onReplaceSecret }, 'separator' as const]
      : []),
    { id: 'remove', label: t`Remove`, icon: IconTrash, tone: 'danger', onAction: onRemove },
  ];
  return (
    <Row
      icon={iconOf(contact)}
      title={name}
      badge={
        <>
          <Badge>{kindLabel(contact)}</Badge>
          {id === thisBrowser() && <Badge>{t`This browser`}</Badge>}
          {problem && <Badge tone="warning">{t`Not used`}</Badge>}
          {!problem && failing && <Badge tone="danger">{t`Failing`}</Badge>}
        </>
      }
      detail={
        resultText(problem) ??
        (failing
          ? t`Since ${{ time: formatDateTime(failing.since) }}. ${{ reason: resultText(failing.reason) }}`
          : kind === 'email'
            ? undefined
            : place)
      }
      actions={
        <>
          {!problem && (
            <Button size="small" busy={busy.has(`test ${id}`)} aria-label={t`Send a test to ${name}`} onClick={onTest}>
              {t`Send a test`}
            </Button>
          )}
          {kind !== 'email' && (
            <Menu
              label={t`Actions for ${name}`}
              trigger={<IconButton label={t`Actions for ${name}`} title={t`Actions`} size="small" icon={IconDots} />}
              entries={entries}
            />
          )}
        </>
      }
    />
  );
}

/** The secret of a webhook, this once. */
function Secret({ created, secret, onClose }: { created: ContactCreated; secret: string; onClose: () => void }) {
  useUnsavedChanges(true);
  return (
    <section className="contact-secret" aria-label={t`The secret of ${{ name: created.contact.name }}`}>
      <h3>{t`Copy the secret of ${{ name: created.contact.name }} now`}</h3>
      <p className="section-note">{t`It is shown only once. Your program uses it to check that messages come from this server.`}</p>
      <CopyLine text={secret} label={t`Copy the secret`} />
      <div className="section-actions">
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </section>
  );
}

function toastOf({ name }: Contact, { state, reason, nextAt }: Delivery) {
  // A browser may have reported already that it was shown.
  if (state !== 'failed' && state !== 'queued')
    return { kind: 'success', title: t`Test sent`, detail: t`${name} accepted it.` } as const;
  const again = nextAt === null ? '' : t`It is tried again.`;
  const detail = `${resultText(reason) ?? ''} ${again}`.trim();
  return { kind: 'error', title: t`Test failed`, detail } as const;
}
