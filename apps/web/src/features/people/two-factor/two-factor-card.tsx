import type { TotpSetup, TwoFactorState } from '@cyno/contract';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatSince } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { endOtherSessions, newRecoveryCodes, prepareTotp, turnOffTotp, twoFactorQuery } from './two-factor-calls.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import { useStep } from './use-step.ts';

type Open =
  | { what: 'setup'; setup: TotpSetup }
  | { what: 'codes'; codes: string[] }
  | { what: 'turn off' | 'new codes' };

/** Two-step login: a code of an app besides the password. */
export function TwoFactorCard() {
  const { data, error, refetch } = useQuery(twoFactorQuery);
  return (
    <SectionCard
      id="two-step"
      title="Two-step log-in"
      description="Besides the password, a log-in asks for a code from an app on your phone. A stolen password alone is of no use then."
      actions={data && <Badge tone={data.totp ? 'success' : 'neutral'}>{data.totp ? 'On' : 'Off'}</Badge>}
    >
      {data && <TwoStep state={data} />}
      {!data && error && (
        <SectionError onRetry={() => void refetch()}>Two-step log-in did not load. {failureText(error)}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={1} />}
    </SectionCard>
  );
}

function TwoStep({ state: { totp, recoveryCodesLeft } }: { state: TwoFactorState }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { busy, run } = useStep();
  const [open, setOpen] = useState<Open>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
  const close = () => setOpen(undefined);

  const setUp = () =>
    run('Two-step log-in is not set up', async () => {
      const setup = await prepareTotp();
      if (setup) setOpen({ what: 'setup', setup });
    });
  const turnOff = () =>
    run('Two-step log-in is still on', async () => {
      if (!(await turnOffTotp())) return;
      close();
      toasts.add({ kind: 'success', title: 'Two-step log-in is off' });
      await refresh();
    });
  const makeCodes = () =>
    run('No new codes', async () => {
      const response = await newRecoveryCodes();
      if (!response) return;
      setOpen({ what: 'codes', codes: response.recoveryCodes });
      await refresh();
    });
  const finishSetUp = ({ logOutOthers }: { logOutOthers: boolean }) => {
    close();
    toasts.add({ kind: 'success', title: 'Two-step log-in is on' });
    if (!logOutOthers) return;
    run('The other browsers are still logged in', async () => {
      await endOtherSessions();
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    });
  };

  return (
    <>
      {totp ? (
        <OnRows
          since={totp.since}
          codesLeft={recoveryCodesLeft}
          onTurnOff={() => setOpen({ what: 'turn off' })}
          onNewCodes={() => setOpen({ what: 'new codes' })}
        />
      ) : (
        <div className="section-actions">
          <Button busy={busy} onClick={setUp}>
            Set up
          </Button>
        </div>
      )}
      {open?.what === 'setup' && (
        <TwoFactorSetup setup={open.setup} onTurnedOn={() => void refresh()} onClose={close} onDone={finishSetUp} />
      )}
      {open?.what === 'codes' && <RecoveryCodesDialog codes={open.codes} onDone={close} />}
      {open?.what === 'turn off' && (
        <ConfirmDialog
          title="Turn off two-step log-in?"
          cancelLabel="Keep it on"
          confirmLabel="Turn off"
          busy={busy}
          onClose={close}
          onConfirm={turnOff}
        >
          From then on the password is enough to log in. The app and the recovery codes stop working.
        </ConfirmDialog>
      )}
      {open?.what === 'new codes' && (
        <ConfirmDialog
          title="Make new recovery codes?"
          cancelLabel="Keep them"
          confirmLabel="Make new codes"
          busy={busy}
          onClose={close}
          onConfirm={makeCodes}
        >
          You get ten new codes. The codes that you have now stop working.
        </ConfirmDialog>
      )}
    </>
  );
}

type OnRowsProps = { since: number; codesLeft: number; onTurnOff: () => void; onNewCodes: () => void };

/** With so few codes left it is time for new ones. */
const fewCodes = 3;

function OnRows({ since, codesLeft, onTurnOff, onNewCodes }: OnRowsProps) {
  return (
    <RowList label="Two-step log-in">
      <Row
        icon={IconDeviceMobile}
        title="Authenticator app"
        detail={`On ${formatSince(since, liveNow())}`}
        actions={
          <Button size="small" onClick={onTurnOff}>
            Turn off
          </Button>
        }
      />
      <Row
        icon={IconLifebuoy}
        title="Recovery codes"
        badge={codesLeft <= fewCodes && <Badge tone="warning">{codesLeft === 0 ? 'None left' : 'Few left'}</Badge>}
        detail={`${codesLeft} of 10 left, for when you do not have the phone`}
        actions={
          <Button size="small" onClick={onNewCodes}>
            New codes
          </Button>
        }
      />
    </RowList>
  );
}
