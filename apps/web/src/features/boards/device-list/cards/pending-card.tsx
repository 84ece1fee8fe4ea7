import type { PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { useReasonText } from '../../../../lib/api/use-reason-text.ts';
import { formatAge } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { StatusDot } from '../../../../ui/status/status-dot.tsx';
import './device-card.css';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { useVerdict, type Verdict } from '../../pairing/index.ts';
import { ClaimButton, TakenBoard } from './taken-board.tsx';

/** A board that waits for its owner's decision. */
export function PendingCard({ board }: { board: PendingBoard }) {
  const now = useServerNow();
  const decision = useVerdict();
  const { espid } = board;
  const problem = useReasonText(board);
  const decide = (verdict: Verdict) => () => decision.mutate({ espid, verdict });
  const busy = (verdict: Verdict) => decision.isPending && decision.variables.verdict === verdict;
  return (
    <article className="card device-card pending-card" aria-label={t`New board ${espid}`}>
      <div className="device-card-top">
        <h2 className="device-card-name">{board.taken ? t`Belongs to another account` : t`New board wants to join`}</h2>
        <StatusDot state="pending" withLabel />
      </div>
      <dl>
        <dt>{t`Id`}</dt>
        <dd className="mono" title={espid}>
          {espid}
        </dd>
        {board.problem === null && !board.taken && (
          <>
            <dt>{t`Last seen`}</dt>
            <dd className="num">
              {board.ip
                ? t`${{ age: formatAge(now - board.seenAt) }} from ${{ address: board.ip }}`
                : formatAge(now - board.seenAt)}
            </dd>
            <dt>{t`Signed in with`}</dt>
            <dd>{board.verified ? t`Connection key` : t`E-mail only, no connection key`}</dd>
          </>
        )}
      </dl>
      {board.problem !== null && (
        <p className="pending-card-problem" role="status">
          {problem}
        </p>
      )}
      {board.taken && <TakenBoard board={board} />}
      <div className="pending-card-actions">
        {board.taken ? (
          <ClaimButton board={board} />
        ) : board.problem === null ? (
          <Button variant="primary" icon={IconCheck} busy={busy('accept')} onClick={decide('accept')}>
            {t`Accept`}
          </Button>
        ) : (
          board.reason === 'device_limit' && (
            <ButtonLink variant="primary" to="/bill">
              {t`See plans`}
            </ButtonLink>
          )
        )}
        <Button busy={busy('reject')} onClick={decide('reject')}>
          {t`Reject`}
        </Button>
        <Button variant="ghost" busy={busy('block')} onClick={decide('block')}>
          {t`Block`}
        </Button>
      </div>
    </article>
  );
}
