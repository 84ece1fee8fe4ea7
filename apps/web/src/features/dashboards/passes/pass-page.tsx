import type { PassOffer, PublicPass } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconClock, IconClockOff, IconKeyOff, IconTicketOff } from '@tabler/icons-react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { AppQueryClient } from '../../../lib/api/query-client.ts';
import { formatDateTime, formatDuration, formatValue } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { Gate, GateFailure, GateNotice, GateSign } from '../../../ui/shell/gate.tsx';
import { useSystemTheme } from '../../../ui/shell/use-system-theme.ts';
import { offerLabel } from './offer-label.ts';
import { publicPassQuery } from './pass-calls.ts';
import './pass-page.css';
import { passOutcomeText } from './pass-outcome.ts';
import { passTargetText } from './pass-text.ts';
import { type PassOutcome, usePass } from './use-pass.ts';

/** Nothing of anyone who is logged in here: a guest's page knows the pass alone. */
const client = new AppQueryClient();

/** `/pass/:token`: what a guest pass operates, in big buttons, and what became of it. */
export function PassPage() {
  const { token = '' } = useParams();
  useSystemTheme();
  return (
    <QueryClientProvider client={client}>
      <Pass token={token} />
    </QueryClientProvider>
  );
}

function Pass({ token }: { token: string }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(publicPassQuery(token));
  if (data?.pass) return <Known token={token} readAt={dataUpdatedAt} state={data.state} pass={data.pass} />;
  if (data) return <Over state={data.state} />;
  if (error instanceof ApiError && error.code === 'not_found') return <Over state="unknown" />;
  if (error)
    return <GateFailure title={t`The pass did not load`} reason={failureText(error)} onRetry={() => void refetch()} />;
  return (
    <Gate team={undefined}>
      <div className="pass" aria-busy="true">
        <span className="sr-only">{t`Loading the pass`}</span>
        <Skeleton height={28} width={180} />
        <Skeleton height={72} width="auto" />
        <Skeleton height={16} width={220} />
      </div>
    </Gate>
  );
}

const signs: Partial<Record<PublicPass['state'], typeof IconClock>> = {
  not_yet: IconClock,
  used_up: IconTicketOff,
  ended: IconClockOff,
};

type Details = NonNullable<PublicPass['pass']>;
type KnownProps = { token: string; readAt: number; state: PublicPass['state']; pass: Details };

function Known({ token, readAt, state, pass }: KnownProps) {
  const { outcome, busy, press } = usePass(token, readAt);
  const [pendingOffer, setPendingRows] = useState<PassOffer | null>(null);
  const { title, target, offers, asks: mustConfirm, online, backAfterMs } = pass;
  const isReady = state === 'ready';
  // Nothing moves under the response to the last press.
  const sign = outcome ? undefined : signs[state];
  return (
    <Gate team={undefined}>
      <div className="pass">
        <div>
          {sign && <GateSign icon={sign} tone={state === 'not_yet' ? 'neutral' : 'warning'} />}
          <h1 className="gate-title">{title}</h1>
          {target && (
            <p className="pass-target">
              {/* The title is the name already. */}
              {passTargetText(target.name === title ? { ...target, name: target.pin ?? title } : target)}
            </p>
          )}
        </div>
        {isReady && (
          <div className="pass-buttons">
            {offers.map((offer) => (
              <Button
                key={offer.value}
                variant="primary"
                className="pass-button"
                busy={busy === offer.value}
                disabled={!online || (busy !== null && busy !== offer.value)}
                onClick={() => (mustConfirm ? setPendingRows(offer) : press(offer.value))}
              >
                {offerLabel(offer.label)}
              </Button>
            ))}
          </div>
        )}
        {isReady && !online && (
          <p className="pass-note pass-note-warning">{t`The board is offline. Try again later; no use is lost.`}</p>
        )}
        {(isReady || outcome) && <Outcome outcome={outcome} />}
        {isReady && backAfterMs !== null && (
          <p className="pass-note">{t`Switches back after ${{ duration: backLength(backAfterMs) }}.`}</p>
        )}
        <p className="pass-facts">{factsOf(state, pass)}</p>
      </div>
      {pendingOffer && (
        <Question
          title={t`${title}: ${{ label: offerLabel(pendingOffer.label) }}?`}
          confirmLabel={offerLabel(pendingOffer.label)}
          onConfirm={() => press(pendingOffer.value)}
          onClose={() => setPendingRows(null)}
        >
          {t`Check first that the way is clear. The owner asks you to confirm this.`}
        </Question>
      )}
    </Gate>
  );
}

function Outcome({ outcome }: { outcome: PassOutcome }) {
  const { tone, text } = passOutcomeText(outcome);
  return (
    <p className={`pass-outcome pass-outcome-${tone}`} role="status">
      {text}
    </p>
  );
}

/** Pulses are often shorter than the second that `formatDuration` counts in. */
function backLength(ms: number): string {
  return ms < 60_000 ? t`${{ seconds: formatValue(ms / 1_000, 1) }} s` : formatDuration(ms);
}

function factsOf(state: PublicPass['state'], { usesLeft, from, until }: Details): string {
  switch (state) {
    case 'not_yet':
      return t`Valid from ${{ start: formatDateTime(from ?? until) }} until ${{ end: formatDateTime(until) }}.`;
    case 'used_up':
      return t`No uses left. Ask the person who gave you this pass for a new one.`;
    case 'ended':
      return t`Expired on ${{ end: formatDateTime(until) }}. Ask the person who gave you this pass for a new one.`;
    default:
      return t`${plural(usesLeft, { one: '# use left', other: '# uses left' })}, until ${{ end: formatDateTime(until) }}.`;
  }
}

type Ending = { title: string; text: string; icon: ComponentProps<typeof GateNotice>['icon'] };

function endingOf(state: PublicPass['state'] | 'unknown'): Ending {
  switch (state) {
    case 'revoked':
      return {
        title: t`The owner has revoked this pass`,
        text: t`Ask the person who gave it to you.`,
        icon: IconKeyOff,
      };
    case 'unknown':
      return {
        title: t`Pass not found`,
        text: t`The link is incomplete, or the pass no longer exists. Ask for a new one.`,
        icon: IconTicketOff,
      };
    default:
      return {
        title: t`Not available now`,
        text: t`Ask the person who gave you the pass.`,
        icon: IconClockOff,
      };
  }
}

function Over({ state }: { state: PublicPass['state'] | 'unknown' }) {
  const { title, text, icon } = endingOf(state);
  return (
    <GateNotice team={undefined} title={title} icon={icon} tone="warning">
      {text}
    </GateNotice>
  );
}
