import type { ActionableMessage, MessageAction, MessageOutput } from '@cyno/contract';
import { messageResultText } from '@cyno/contract/message-results';
import { t } from '@lingui/core/macro';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBell,
  IconBellCheck,
  IconBellOff,
  IconCheck,
  IconLinkOff,
} from '@tabler/icons-react';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { AppQueryClient } from '../../../lib/api/query-client.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Gate, GateFailure, GateNotice, GateSign } from '../../../ui/shell/gate.tsx';
import { useSystemTheme } from '../../../ui/shell/use-system-theme.ts';
import { isOver, messageQuery, reportRead, takeAction } from './message-calls.ts';
import './message-page.css';

/** Nothing of anyone who is logged in here: the page knows the message alone. */
const client = new AppQueryClient();
const snoozes = () =>
  [
    { minutes: 60, label: t`Snooze 1 hour` },
    { minutes: 480, label: t`Snooze 8 hours` },
  ] as const;

/** `/message#<token>`: what a message was about, and what its reader can do about it without a login. */
export function MessagePage() {
  const { hash } = useLocation();
  useSystemTheme();
  return (
    <QueryClientProvider client={client}>
      <Message key={hash} linkToken={hash.slice(1)} />
    </QueryClientProvider>
  );
}

type Outcome = { tone: 'good' | 'bad'; text: string } | null;

function Message({ linkToken }: { linkToken: string }) {
  const queries = useQueryClient();
  const [token, setToken] = useState(linkToken);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ ...messageQuery(token), enabled: token !== '' });

  const isOpened = data !== undefined;
  useEffect(() => {
    if (isOpened) reportRead(linkToken).catch(() => undefined);
  }, [isOpened, linkToken]);

  const perform = async (name: string, action: MessageAction) => {
    if (busy !== null) return;
    setBusy(name);
    setOutcome(null);
    try {
      const done = await takeAction(token, action);
      queries.setQueryData(messageQuery(done.token).queryKey, done.message);
      // The link is used: a reload of the page needs the token that replaced it.
      window.history.replaceState(window.history.state, '', `#${done.token}`);
      setToken(done.token);
      setOutcome({ tone: 'good', text: messageResultText(done.report, currentLanguage()) });
    } catch (failure) {
      setOutcome({ tone: 'bad', text: failureText(failure) });
      void refetch();
    } finally {
      setBusy(null);
    }
  };

  if (token === '' || isOver(error)) return isWhole(token) ? <Over /> : <Incomplete />;
  if (data) {
    return (
      <Known message={data} outcome={outcome} busy={busy} onAction={(name, action) => void perform(name, action)} />
    );
  }
  if (error)
    return <GateFailure title={t`Message did not load`} reason={failureText(error)} onRetry={() => void refetch()} />;
  return (
    <Gate team={undefined}>
      <div className="message" aria-busy="true">
        <span className="sr-only">{t`Loading message`}</span>
        <Skeleton height={28} width={220} />
        <Skeleton height={48} width="auto" />
        <Skeleton height={48} width="auto" />
      </div>
    </Gate>
  );
}

/** Mail programs cut long links, and some people copy only a part: to call such a link used would send them the wrong way. */
const isWhole = (token: string): boolean => /^[\w-]{43}$/.test(token);

function Incomplete() {
  return (
    <GateNotice
      team={undefined}
      title={t`This link is incomplete`}
      icon={IconLinkOff}
      tone="warning"
      actions={<ShowAlerts />}
    >
      {t`Open the link in the message again, or copy all of it. You can also log in to Cyno to see your alerts.`}
    </GateNotice>
  );
}

function Over() {
  return (
    <GateNotice
      team={undefined}
      title={t`This link was already used`}
      icon={IconLinkOff}
      tone="warning"
      actions={<ShowAlerts />}
    >
      {t`A link in a message works once, within three days. Log in to Cyno to continue.`}
    </GateNotice>
  );
}

function ShowAlerts() {
  return (
    <ButtonLink to="/alerts" variant="primary" size="large">
      {t`Show alerts`}
    </ButtonLink>
  );
}

type KnownProps = {
  message: ActionableMessage;
  outcome: Outcome;
  busy: string | null;
  onAction: (name: string, action: MessageAction) => void;
};

function Known({ message, outcome, busy, onAction }: KnownProps) {
  const { subject, text, at, link, alerts, mayAcknowledge, mayAct, outputs } = message;
  const [confirming, setConfirming] = useState<{ output: MessageOutput; on: boolean } | null>(null);
  const state = stateOf(message);
  const maySnooze = mayAct && alerts.active + alerts.acknowledged > 0 && alerts.snoozed === 0;
  const switchTo = (output: MessageOutput, on: boolean) =>
    onAction(nameOf(output, on), { kind: 'switch', espid: output.espid, pin: output.pin, on });
  return (
    <Gate team={undefined}>
      <div className="message">
        <div className="message-head">
          <GateSign icon={state.icon} tone={state.tone} />
          <h1 className="gate-title">{subject}</h1>
          <p className="message-facts">
            {state.label} · {formatDateTime(at)}
          </p>
        </div>
        <p className={text.includes('\n') ? 'message-text message-lines' : 'message-text'}>{text}</p>
        {(mayAcknowledge || maySnooze) && (
          <div className="message-buttons">
            {mayAcknowledge && (
              <Button
                variant="primary"
                size="large"
                icon={IconCheck}
                busy={busy === 'acknowledge'}
                onClick={() => onAction('acknowledge', { kind: 'acknowledge' })}
              >
                {t`Acknowledge`}
              </Button>
            )}
            {maySnooze && (
              <div className="message-pair">
                {snoozes().map(({ minutes, label }) => (
                  <Button
                    key={minutes}
                    size="large"
                    busy={busy === label}
                    onClick={() => onAction(label, { kind: 'snooze', minutes })}
                  >
                    {label}
                  </Button>
                ))}
              </div>
            )}
          </div>
        )}
        {outputs.length > 0 && (
          <ul className="message-outputs" aria-label={t`Outputs`}>
            {outputs.map((output) => (
              <OutputItem
                key={`${output.espid} ${output.pin}`}
                output={output}
                busy={busy}
                onSwitch={(on) => (output.locked ? setConfirming({ output, on }) : switchTo(output, on))}
              />
            ))}
          </ul>
        )}
        {!mayAct && <p className="message-facts">{t`You can view this device. To do more, ask its owner.`}</p>}
        <p className={`message-outcome message-outcome-${outcome?.tone ?? 'good'}`} role="status">
          {outcome?.text}
        </p>
        <ButtonLink to={link} variant="ghost" size="large">
          {t`Open in Cyno`}
        </ButtonLink>
      </div>
      {confirming && (
        <ConfirmDialog
          title={
            confirming.on
              ? t`Turn ${{ output: titleOf(confirming.output) }} on?`
              : t`Turn ${{ output: titleOf(confirming.output) }} off?`
          }
          cancelLabel={t`Cancel`}
          confirmLabel={confirming.on ? t`Turn on` : t`Turn off`}
          busy={false}
          onClose={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            switchTo(confirming.output, confirming.on);
          }}
        >
          {t`This output is protected, so it asks before it switches.`}
        </ConfirmDialog>
      )}
    </Gate>
  );
}

type OutputItemProps = { output: MessageOutput; busy: string | null; onSwitch: (on: boolean) => void };

function OutputItem({ output, busy, onSwitch }: OutputItemProps) {
  const title = titleOf(output);
  return (
    <li className="message-output">
      <span className="message-output-name">
        {title}
        <span className="message-facts">
          {output.device} · {outputState(output)}
        </span>
      </span>
      <span className="message-output-buttons">
        {[true, false].map((on) => (
          <Button
            key={String(on)}
            size="large"
            aria-pressed={output.reported === (on ? 1 : 0)}
            aria-label={on ? t`Turn ${title} on` : t`Turn ${title} off`}
            busy={busy === nameOf(output, on)}
            onClick={() => onSwitch(on)}
          >
            {on ? t`On` : t`Off`}
          </Button>
        ))}
      </span>
    </li>
  );
}

const titleOf = ({ name, pin }: MessageOutput): string => name ?? t`Pin ${pin}`;
const nameOf = ({ espid, pin }: MessageOutput, on: boolean): string => `${espid} ${pin} ${on}`;

/** What the board reported, and what it was sent since. */
function outputState({ online, wanted, reported }: MessageOutput): string {
  const state = reported === null ? t`state not known` : reported === 0 ? t`off` : t`on`;
  if (wanted !== null) return wanted === 0 ? t`${state}, turning off…` : t`${state}, turning on…`;
  return online ? state : t`${state}, board offline`;
}

const signs = {
  critical: { icon: IconAlertOctagon, tone: 'danger' },
  warning: { icon: IconAlertTriangle, tone: 'warning' },
  info: { icon: IconBell, tone: 'neutral' },
} as const;

function stateOf({ alerts, severity }: ActionableMessage) {
  if (alerts.active > 0) {
    return { ...signs[severity], label: alerts.snoozed > 0 ? t`Active, snoozed` : t`Active` };
  }
  if (alerts.acknowledged > 0) return { icon: IconBellCheck, tone: 'neutral', label: t`Acknowledged` } as const;
  if (alerts.cleared > 0) return { icon: IconCheck, tone: 'success', label: t`Cleared` } as const;
  return { icon: IconBellOff, tone: 'neutral', label: t`No alert` } as const;
}
