import type { Command, ControlState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatClock, formatDate, formatDateTime } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { ActorText } from './actor-text.tsx';
import { CommandReceipt } from './command-receipt.tsx';
import { describeCommand } from './command-text.ts';
import './receipts-card.css';

const maxReceipts = 12;
type ReceiptsProps = { espid: string; state: ControlState; online: boolean };

/** The newest commands with what became of each, and who requested them. */
export function ReceiptsCard({ espid, state, online }: ReceiptsProps) {
  const commands = state.commands.slice(0, maxReceipts);
  return (
    <Card className="receipts" aria-labelledby="receipts-title">
      <div className="receipts-head">
        <h2 id="receipts-title">{t`Recent commands`}</h2>
        <span>{t`newest first`}</span>
      </div>
      {commands.length === 0 ? (
        <p className="receipts-none">{t`Commands and the answers of the board appear here.`}</p>
      ) : (
        <ul>
          {commands.map((command) => (
            <ReceiptLine key={command.id} espid={espid} command={command} state={state} online={online} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ReceiptLine({ espid, command, state, online }: ReceiptsProps & { command: Command }) {
  const { kind, target, mode, value, actor, createdAt } = command;
  const known =
    kind === 'output'
      ? state.outputs.find(({ pin }) => pin === target)?.name
      : state.events.find(({ name }) => name === target)?.label;
  return (
    <li>
      <span className="receipts-what">{describeCommand(known ?? target, mode, value)}</span>
      <time dateTime={new Date(createdAt).toISOString()} title={formatDateTime(createdAt, { seconds: true })}>
        {formatDate(createdAt) === formatDate(liveNow())
          ? formatClock(createdAt, { seconds: true })
          : formatDateTime(createdAt)}
      </time>
      <span className="receipts-state">
        {actor.kind !== 'board' && <CommandReceipt command={command} online={online} />}
        <span>
          <ActorText actor={actor} espid={espid} />
        </span>
      </span>
    </li>
  );
}
