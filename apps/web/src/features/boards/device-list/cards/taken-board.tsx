import type { MadeClaim, PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatClock, formatDateTime } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useClaimStep, useClaims } from '../../board-claims/index.ts';
import { KeyGuideLink } from '../../devices/index.ts';

/** The notice of a board that waits while another account has its id: what to do, or how its claim stands. */
export function TakenBoard({ board }: { board: PendingBoard }) {
  const claim = useClaims().data?.made.find(({ espid }) => espid === board.espid);
  return (
    <div className="pending-card-problem" role="status">
      {claim && claim.state !== 'withdrawn' && claim.state !== 'granted' ? (
        <Standing claim={claim} />
      ) : board.verified ? (
        <p>{t`Another account uses this id. If you have the board, claim it here and restart it when asked.`}</p>
      ) : (
        <p>
          {t`Another account uses this id. If you have the board, put your connection key into its sketch, then claim it here.`}{' '}
          <KeyGuideLink />
        </p>
      )}
    </div>
  );
}

function Standing({ claim: { state, until } }: { claim: MadeClaim }) {
  switch (state) {
    case 'proving':
      return (
        <p>
          {until === null
            ? t`Restart the board now: press its reset button, or unplug it briefly.`
            : t`Restart the board before ${{ deadline: formatClock(until) }}: press its reset button, or unplug it briefly.`}
        </p>
      );
    case 'open':
      return (
        <p>
          {until === null
            ? t`The board connected. Its current owner can object.`
            : t`The board connected. Its current owner can object until ${{ deadline: formatDateTime(until) }}.`}
        </p>
      );
    case 'disputed':
      return <p>{t`The current owner objected or used the board. An administrator of this server decides.`}</p>;
    default:
      return <p>{t`Claim refused. Contact the administrator of this server.`}</p>;
  }
}

/** Starts a claim or takes it back; nothing where neither makes sense. */
export function ClaimButton({ board }: { board: PendingBoard }) {
  const claim = useClaims().data?.made.find(({ espid }) => espid === board.espid);
  const step = useClaimStep();
  const toasts = useToasts();
  const take = (wanted: Parameters<typeof step.mutate>[0], failure: string) => () =>
    step.mutate(wanted, {
      onError: (error) => toasts.add({ kind: 'error', title: failure, detail: failureText(error) }),
    });
  if (claim?.state === 'open' || claim?.state === 'disputed') {
    const { id } = claim;
    if (id === null) return null;
    return (
      <Button busy={step.isPending} onClick={take({ step: 'withdraw', id }, t`Could not withdraw the claim`)}>
        {t`Withdraw claim`}
      </Button>
    );
  }
  if (!board.verified || claim?.state === 'proving' || claim?.state === 'refused') return null;
  return (
    <Button
      variant="primary"
      busy={step.isPending}
      onClick={take({ step: 'start', espid: board.espid }, t`Could not claim the board`)}
    >
      {t`Claim board`}
    </Button>
  );
}
