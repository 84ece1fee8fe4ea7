import type { ChatService, Contact, ChatJoin as Join } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatExact } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { QrCode } from '../../../ui/graphics/qr-code.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { chatsQuery, contactsQuery, joinChat } from './notification-calls.ts';
import { resultText } from './result-text.ts';
import { chats } from './services.ts';
import { SetUpSteps } from './set-up-steps.tsx';

/** The page looks so often whether the chat has been connected. */
const refreshMs = 2_000;

type ChatJoinProps = { service: ChatService; onConnected: (contact: Contact) => void; onClose: () => void };

/** Connects a chat by a link that is good once. */
export function ChatJoin({ service, onConnected, onClose }: ChatJoinProps) {
  const { data, error, refetch } = useQuery(chatsQuery);
  const status = data?.services.find((one) => one.service === service);
  if (error)
    return (
      <SectionError
        onRetry={() => void refetch()}
      >{t`The service did not load. ${{ reason: failureText(error) }}`}</SectionError>
    );
  if (!data) return <SectionSkeleton rows={2} />;
  if (!status?.configured) return <NotSetUp service={service} onClose={onClose} />;
  return (
    <>
      {status.quota && <Quota {...status.quota} />}
      <Connect service={service} problem={status.problem} onConnected={onConnected} onClose={onClose} />
    </>
  );
}

/** For those who run the server: what its official account may send until the month is over. */
function Quota({ limit, used }: { limit: number; used: number }) {
  const left = Math.max(0, limit - used);
  return (
    <p className={left * 10 < limit ? 'chat-quota chat-quota-low num' : 'chat-quota num'}>
      {t`${{ left: formatExact(left) }} of ${{ limit: formatExact(limit) }} messages of this server’s official account are left this month. Replies do not count.`}
    </p>
  );
}

function NotSetUp({ service, onClose }: { service: ChatService; onClose: () => void }) {
  const { bot } = chats[service].texts();
  return (
    <>
      <p>{t`This server has no ${bot} yet. An administrator sets it up once for everyone:`}</p>
      <SetUpSteps service={service} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </>
  );
}

function Connect({ service, problem, onConnected, onClose }: ChatJoinProps & { problem: string | null }) {
  const { label } = chats[service];
  const queryClient = useQueryClient();
  const [join, setJoin] = useState<Join>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const connect = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await queryClient.refetchQueries({ queryKey: contactsQuery.queryKey });
      setJoin(await joinChat(service));
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const wrong = failure ?? (join ? undefined : resultText(problem));
  return (
    <>
      {wrong && <FormNote kind="error">{wrong}</FormNote>}
      {!join && (
        <p>
          {t`Notifications arrive as messages with buttons. In the chat you can also write “status”, the name of a device, or “fan on” to switch an output. Anyone who holds the phone can do so too.`}
        </p>
      )}
      {join && <Waiting key={join.link} service={service} join={join} onConnected={onConnected} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button variant={join ? undefined : 'primary'} busy={busy} onClick={() => void connect()}>
          {join ? t`New link` : t`Connect ${label}`}
        </Button>
      </div>
    </>
  );
}

/** The link, until a chat has been connected with it. */
function Waiting({ service, join, onConnected }: Omit<ChatJoinProps, 'onClose'> & { join: Join }) {
  const { label } = chats[service];
  const { confirm } = chats[service].texts();
  const { data } = useQuery({ ...contactsQuery, refetchInterval: refreshMs });
  const [known] = useState(() => new Set(data?.contacts.map(({ id }) => id)));
  const [isExpired, setExpired] = useState(false);
  const connected = data?.contacts.find(({ id, kind }) => kind === service && !known.has(id));
  useEffect(() => {
    if (connected) onConnected(connected);
  }, [connected, onConnected]);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), Math.max(0, join.expiresAt - liveNow()));
    return () => clearTimeout(timer);
  }, [join]);
  if (isExpired) return <FormNote kind="error">{t`This link has expired. Get a new one.`}</FormNote>;
  return (
    <>
      <p>
        <Trans>
          Scan this with your phone, or{' '}
          <a className="link" href={join.link} target="_blank" rel="noreferrer">
            open {label} on this device
          </a>
          .
        </Trans>{' '}
        {confirm}
      </p>
      <div className="chat-join-code">
        <QrCode text={join.link} label={t`QR code that opens ${label}`} />
      </div>
      {join.byHand && (
        <>
          <p>
            <Trans>
              If that does not work, add{' '}
              <a className="link" href={join.byHand.link} target="_blank" rel="noreferrer">
                the official account
              </a>{' '}
              as a friend and send it this message:
            </Trans>
          </p>
          <CopyLine text={join.byHand.text} label={t`Copy the message`} />
        </>
      )}
      <p className="section-note" role="status">
        {t`Waiting for your chat. The link works once, for ten minutes.`}
      </p>
    </>
  );
}
