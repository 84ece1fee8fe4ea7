import type { TotpSetup, TwoFactorState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
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
      title={t`Two-factor authentication`}
      description={t`Logging in needs a code from an app on your phone as well as the password.`}
      actions={data && <Badge tone={data.totp ? 'success' : 'neutral'}>{data.totp ? t`On` : t`Off`}</Badge>}
    >
      {data && <TwoStep state={data} />}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Two-factor authentication did not load. ${{ why: failureText(error) }}`}</SectionError>
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
    run(t`Two-factor authentication is not set up`, async () => {
      const setup = await prepareTotp();
      if (setup) setOpen({ what: 'setup', setup });
    });
  const turnOff = () =>
    run(t`Two-factor authentication is still on`, async () => {
      if (!(await turnOffTotp())) return;
      close();
      toasts.add({ kind: 'success', title: t`Two-factor authentication is off` });
      await refresh();
    });
  const makeCodes = () =>
    run(t`No new codes`, async () => {
      const response = await newRecoveryCodes();
      if (!response) return;
      setOpen({ what: 'codes', codes: response.recoveryCodes });
      await refresh();
    });
  const finishSetUp = ({ logOutOthers }: { logOutOthers: boolean }) => {
    close();
    toasts.add({ kind: 'success', title: t`Two-factor authentication is on` });
    if (!logOutOthers) return;
    run(t`The other browsers are still logged in`, async () => {
      await endOtherSessions();
      await queryClient.invalidateQueries({ queryKey: queryKeys.sessions() });
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
            {t`Set up`}
          </Button>
        </div>
      )}
      {open?.what === 'setup' && (
        <TwoFactorSetup setup={open.setup} onTurnedOn={() => void refresh()} onClose={close} onDone={finishSetUp} />
      )}
      {open?.what === 'codes' && <RecoveryCodesDialog codes={open.codes} onDone={close} />}
      {open?.what === 'turn off' && (
        <ConfirmDialog
          title={t`Turn off two-factor authentication?`}
          cancelLabel={t`Keep it on`}
          confirmLabel={t`Turn off`}
          busy={busy}
          onClose={close}
          onConfirm={turnOff}
        >
          {t`You then log in with the password only. The app and the recovery codes stop working.`}
        </ConfirmDialog>
      )}
      {open?.what === 'new codes' && (
        <ConfirmDialog
          title={t`Create new recovery codes?`}
          cancelLabel={t`Keep them`}
          confirmLabel={t`Create new codes`}
          busy={busy}
          onClose={close}
          onConfirm={makeCodes}
        >
          {t`You get ten new codes. The old ones stop working.`}
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
    <RowList label={t`Two-factor authentication`}>
      <Row
        icon={IconDeviceMobile}
        title={t`Authenticator app`}
        detail={t`On ${{ since: formatSince(since, liveNow()) }}`}
        actions={
          <Button size="small" onClick={onTurnOff}>
            {t`Turn off`}
          </Button>
        }
      />
      <Row
        icon={IconLifebuoy}
        title={t`Recovery codes`}
        badge={codesLeft <= fewCodes && <Badge tone="warning">{codesLeft === 0 ? t`None left` : t`Few left`}</Badge>}
        detail={t`${codesLeft} of 10 left, for when you do not have your phone`}
        actions={
          <Button size="small" onClick={onNewCodes}>
            {t`New codes`}
          </Button>
        }
      />
    </RowList>
  );
}
