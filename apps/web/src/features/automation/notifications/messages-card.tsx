import type { Delivery, NotificationMessage } from '@cyno/contract';
import { notificationBounds } from '@cyno/contract/notification-bounds';
import { plural, t } from '@lingui/core/macro';
import { IconBell, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { MoreButton } from '../../../ui/buttons/more-button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Receipt } from '../../../ui/status/receipt.tsx';
import { useAction } from '../../people/accounts/index.ts';
import { messagesQuery, sendAgain } from './notification-calls.ts';
import { resultText } from './result-text.ts';
import { contactLabel } from './services.ts';
import './notifications.css';

const refreshMs = 5_000;

/** What was sent, and what became of it at each contact. */
export function MessagesCard() {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({ ...messagesQuery, refetchInterval: refreshMs });
  const { data, error, refetch } = query;
  const { busy, run } = useAction();
  const messages = data?.pages.flatMap((page) => page.messages);
  const again = async (id: number) => {
    await sendAgain(id);
    await queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey });
  };
  return (
    <SectionCard
      id="messages"
      title={t`Messages`}
      description={t`Messages of the last 30 days, and whether they arrived.`}
    >
      {messages?.length === 0 && (
        <p className="section-note">{t`No messages yet. They appear here when something happens to your devices.`}</p>
      )}
      {messages && messages.length > 0 && (
        <RowList label={t`Messages`}>
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              busy={busy}
              onSendAgain={({ id }) =>
                run({ name: `again ${id}`, do: () => again(id), failure: t`Message not sent again` })
              }
            />
          ))}
        </RowList>
      )}
      <MoreButton query={query}>{t`Show older messages`}</MoreButton>
      {!messages && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Messages did not load. ${{ reason: failureText(error) }}`}</SectionError>
      )}
      {!messages && !error && <SectionSkeleton rows={3} />}
      <Bounds heldToday={data?.pages[0]?.heldToday ?? 0} />
    </SectionCard>
  );
}

/** What bounds the messages, so that nobody takes a message that waits for one that was lost. */
function Bounds({ heldToday }: { heldToday: number }) {
  const { messagesPerHour, lesserMessagesPerHour, repetitionsPerHour, togetherSeconds, groupsApart, repeatHours } =
    notificationBounds;
  return (
    <ul className="message-bounds" aria-label={t`Limits`}>
      <li>
        {t`You get at most ${messagesPerHour} messages an hour, the last ${{ critical: messagesPerHour - lesserMessagesPerHour }} of them only for critical alerts. The rest comes later, as one message.`}
      </li>
      <li>
        {t`What happens within ${togetherSeconds} seconds in a group, or at once in more than ${groupsApart} groups, is one message.`}
      </li>
      <li>
        {t`A message is repeated for at most ${repeatHours} hours. You get at most ${repetitionsPerHour} repetitions an hour.`}
      </li>
      {heldToday > 0 && (
        <li>
          <b>
            {plural(heldToday, {
              one: '# notification was held back today.',
              other: '# notifications were held back today.',
            })}
          </b>
        </li>
      )}
    </ul>
  );
}

type MessageRowProps = {
  message: NotificationMessage;
  busy: ReadonlySet<string>;
  onSendAgain: (delivery: Delivery) => void;
};

const tones = { info: 'info', warning: 'warning', critical: 'danger' } as const;
const severityText = (severity: keyof typeof tones): string =>
  ({ info: t`Info`, warning: t`Warning`, critical: t`Critical` })[severity];

function MessageRow({ message, busy, onSendAgain }: MessageRowProps) {
  const { subject, severity, kind, at, link, deliveries } = message;
  return (
    <Row
      icon={IconBell}
      title={kind === 'test' ? subject : <Link to={link}>{subject}</Link>}
      badge={
        kind === 'test' ? <Badge>{t`Test`}</Badge> : <Badge tone={tones[severity]}>{severityText(severity)}</Badge>
      }
      detail={
        <span className="message-deliveries">
          <span>
            {formatDateTime(at)}
            {deliveries.length === 0 && ` · ${t`in the app only`}`}
          </span>
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} busy={busy} onSendAgain={() => onSendAgain(delivery)} />
          ))}
        </span>
      }
    />
  );
}

const receiptTones = {
  queued: 'wait',
  sent: 'run',
  accepted: 'ok',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
} as const;
function stateText({ state, deliveredAt, readAt }: Delivery): string {
  switch (state) {
    case 'queued':
      return t`queued`;
    case 'sent':
      return t`sent`;
    case 'accepted':
      return t`accepted`;
    case 'delivered':
      return t`shown at ${{ time: formatDateTime(deliveredAt ?? 0) }}`;
    case 'read':
      return t`read at ${{ time: formatDateTime(readAt ?? 0) }}`;
    case 'failed':
      return t`failed`;
  }
}

function DeliveryLine({
  delivery,
  busy,
  onSendAgain,
}: {
  delivery: Delivery;
  busy: ReadonlySet<string>;
  onSendAgain: () => void;
}) {
  const { id, kind, state, reason, nextAt, attempts, log } = delivery;
  const name = contactLabel(delivery);
  // What is passed on has a sentence also where it was taken.
  const result = kind === 'person' ? (reason ?? log.at(-1)?.result ?? null) : reason;
  const isOver = kind !== 'person' && state !== 'queued' && state !== 'sent';
  const isSending = busy.has(`again ${id}`);
  const label = t`Send again to ${name}`;
  const next = nextAt !== null && attempts > 0 ? ` ${t`Next try at ${{ time: formatDateTime(nextAt) }}.`}` : '';
  return (
    <span className="message-delivery">
      <Receipt
        tone={receiptTones[state]}
        text={`${name}: ${kind === 'person' && state === 'accepted' ? t`passed on` : stateText(delivery)}`}
        reason={null}
      />
      {isOver && state === 'failed' && (
        <Button size="small" variant="ghost" busy={isSending} aria-label={label} onClick={onSendAgain}>
          {t`Send again`}
        </Button>
      )}
      {/* What arrived is rarely sent again: its button leaves the place to the name. */}
      {isOver && state !== 'failed' && (
        <IconButton size="small" icon={IconRefresh} label={label} disabled={isSending} onClick={onSendAgain} />
      )}
      {result && (
        <span className="message-reason">
          {resultText(result)}
          {next}
        </span>
      )}
    </span>
  );
}
