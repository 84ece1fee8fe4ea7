import type { MadeClaim, PendingBoard } from '@cyno/contract';
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
        <p>Another account uses this id. If you hold the board, claim it: restart it when you are asked to.</p>
      ) : (
        <p>
          Another account uses this id. If you hold the board, put your connection key into its sketch; then you can
          claim it here. <KeyGuideLink />
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
          Restart the board now: press its reset button, or unplug it for a moment. It must be heard from
          {until !== null && ` before ${formatClock(until)}`}.
        </p>
      );
    case 'open':
      return (
        <p>
          The board was heard. Its present owner was told and can object
          {until !== null && ` until ${formatDateTime(until)}`}.
        </p>
      );
    case 'disputed':
      return <p>Its present owner objected or was seen with the board. An administrator of this server decides.</p>;
    default:
      return <p>Your claim was refused. The administrator of this server can tell you more.</p>;
  }
}

/** Starts a claim or takes it back; nothing where neither makes sense. */
export function ClaimButton({ board }: { board: PendingBoard }) {
  const claim = useClaims().data?.made.find(({ espid }) => espid === board.espid);
  const step = useClaimStep();
  const toasts = useToasts();
  const take = (wanted: Parameters<typeof step.mutate>[0], failure: string) => () =>
    step.mutate(wanted, {
      onError: (error) => toasts.add({ kind: 'error', title: failure, detail: error.message }),
    });
  if (claim?.state === 'open' || claim?.state === 'disputed') {
    const { id } = claim;
    if (id === null) return null;
    return (
      <Button busy={step.isPending} onClick={take({ step: 'withdraw', id }, 'The claim was not withdrawn')}>
        Withdraw claim
      </Button>
    );
  }
  if (!board.verified || claim?.state === 'proving' || claim?.state === 'refused') return null;
  return (
    <Button
      variant="primary"
      busy={step.isPending}
      onClick={take({ step: 'start', espid: board.espid }, 'The board was not claimed')}
    >
      Claim board
    </Button>
  );
}
