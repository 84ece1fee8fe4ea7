import type { Device, PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconCheck, IconClock, IconCpu, IconHourglass, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatClock } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../../ui/cards/states.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import './connect-step.css';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { usePairing, useVerdict } from '../pairing-queries.ts';
import { ConnectedBoards } from './connected-board.tsx';
import { usePairingWindow } from './use-pairing-window.ts';
import type { SketchChoosing } from './use-sketch-choice.ts';

type ConnectStepProps = {
  choice: SketchChoosing;
  /** The boards that came. */
  added: readonly Device[];
  /** Known boards that came back while this one was waited for. */
  returned: readonly Device[];
  /** Stands below the waiting. */
  help: ReactNode;
};

/** Step 3: waits for the board and becomes the live device the moment it connects. */
export function ConnectStep({ choice, added, returned, help }: ConnectStepProps) {
  const pairing = usePairing().data;
  const { isOpening, error, reopen, boards, changeBoards } = usePairingWindow();
  const isDone = added.length > 0;
  const address = `${choice.host.trim()}:${choice.port}`;
  return (
    <li className={`add-step add-step-${isDone ? 'done' : 'now'}`} aria-live="polite">
      <span className="add-step-mark">{isDone ? <Icon of={IconCheck} size={14} /> : 3}</span>
      <h2>{t`Connect`}</h2>
      {isDone ? (
        <ConnectedBoards devices={added} />
      ) : error ? (
        <ErrorState title={t`Could not start waiting for boards`} onRetry={reopen}>
          {failureText(error)}
        </ErrorState>
      ) : (
        <>
          <Waiting
            until={pairing?.windowOpenUntil ?? null}
            isFull={pairing?.windowRoom === 0}
            isOpening={isOpening}
            onReopen={reopen}
          />
          <ul className="connect-checks">
            <Check done>
              <Trans>
                Your sketch connects to <span className="mono">{address}</span>
              </Trans>
            </Check>
            {pairing?.windowOpenUntil && (
              <Check done aside={t`until ${{ time: formatClock(pairing.windowOpenUntil) }}`}>
                {t`Your boards join without approval`}
              </Check>
            )}
            <li className="connect-check">
              <Icon of={IconStack2} size={16} />
              <span className="connect-check-text" aria-hidden="true">
                {t`Number of boards`}
              </span>
              <SelectField
                label={t`Number of boards`}
                hideLabel
                options={windowChoices}
                value={`${boards}`}
                onChange={(count) => changeBoards(Number(count))}
              />
            </li>
            {returned.map((device) => (
              <Check key={device.espid} done>
                {t`${{ name: device.name }} is online again`}
              </Check>
            ))}
            {pairing?.pending.map((board) => (
              <PendingCheck key={board.espid} board={board} />
            ))}
            {!pairing?.pending.length && <Check>{t`No new boards yet`}</Check>}
          </ul>
          {help}
        </>
      )}
    </li>
  );
}

/** How many boards the window can be opened for; the last is the most that the server allows. */
const windowChoices = [1, 10, 50, 200].map((count) => ({ id: `${count}`, label: `${count}` }));

type WaitingProps = {
  until: number | null;
  /** So many boards joined as may in one window. */
  isFull: boolean;
  isOpening: boolean;
  onReopen: () => void;
};

const windowSeconds = 600;

function Waiting({ until, isFull, isOpening, onReopen }: WaitingProps) {
  const now = useServerNow();
  // Two clocks are compared here, so the difference may be a moment longer than the window.
  const known = Math.min(windowSeconds, Math.max(0, Math.round(((until ?? now) - now) / 1000)));
  const left = isOpening ? windowSeconds : known;
  const isShut = left === 0;
  return (
    <div className="connect-waiting">
      <span className={isShut ? 'connect-ring' : 'connect-ring connect-ring-turning'} aria-hidden="true">
        <IconCpu size={24} stroke={1.5} />
      </span>
      <div className="connect-what">
        <b>{isShut ? (isFull ? t`All boards have joined` : t`Time is up`) : t`Waiting for your board`}</b>
        <p>
          {isShut
            ? t`Boards with your connection key still join automatically. Others need your approval.`
            : t`It appears here about 20 seconds after the upload.`}
        </p>
      </div>
      {isShut ? (
        <Button onClick={onReopen}>{t`Wait another 10 minutes`}</Button>
      ) : (
        <p className="connect-clock" aria-live="off" role="timer">
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
          <small>{t`left`}</small>
        </p>
      )}
    </div>
  );
}

type CheckProps = { done?: boolean; aside?: ReactNode; children: ReactNode };

function Check({ done = false, aside, children }: CheckProps) {
  return (
    <li className={done ? 'connect-check connect-check-done' : 'connect-check'}>
      <Icon of={done ? IconCheck : IconClock} size={16} />
      <span className="connect-check-text">{children}</span>
      {aside && <span className="connect-check-aside">{aside}</span>}
    </li>
  );
}

function PendingCheck({ board: { espid, taken } }: { board: PendingBoard }) {
  return (
    <li className="connect-check">
      <Icon of={IconHourglass} size={16} />
      <span className="connect-check-text">
        {taken ? (
          <Trans>
            <span className="mono">{espid}</span> belongs to another account. Claim it in All devices.
          </Trans>
        ) : (
          <Trans>
            <span className="mono">{espid}</span> wants to join
          </Trans>
        )}
      </span>
      {!taken && <AcceptButton espid={espid} />}
    </li>
  );
}

function AcceptButton({ espid }: Pick<PendingBoard, 'espid'>) {
  const decision = useVerdict();
  return (
    <Button size="small" busy={decision.isPending} onClick={() => decision.mutate({ espid, verdict: 'accept' })}>
      {t`Accept`}
    </Button>
  );
}
