import type { Actor, Command, ControlState } from '@cyno/contract';
import { describeWish } from '../../lib/command-words.ts';
import { formatClock, formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CommandReceipt } from './command-receipt.tsx';
import './receipts-card.css';

const shown = 12;
const actorNames: Record<Actor['kind'], string> = {
  person: '',
  token: 'Access token',
  rule: 'Automation',
  timer: 'Timer',
  board: 'Board',
};

/** The newest commands with what became of each, and who wished them. */
export function ReceiptsCard({ state, online }: { state: ControlState; online: boolean }) {
  const commands = state.commands.slice(0, shown);
  return (
    <Card className="receipts" aria-labelledby="receipts-title">
      <div className="receipts-head">
        <h2 id="receipts-title">Receipts</h2>
        <span>newest first</span>
      </div>
      {commands.length === 0 ? (
        <p className="receipts-none">What you switch is listed here, with what the board answered.</p>
      ) : (
        <ul>
          {commands.map((command) => (
            <ReceiptLine key={command.id} command={command} state={state} online={online} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ReceiptLine({ command, state, online }: { command: Command; state: ControlState; online: boolean }) {
  const { kind, target, mode, value, actor, createdAt } = command;
  const known =
    kind === 'output'
      ? state.outputs.find(({ pin }) => pin === target)?.name
      : state.events.find(({ name }) => name === target)?.label;
  const by = actorNames[actor.kind];
  return (
    <li>
      <span className="receipts-what">
        {describeWish(known ?? target, mode, value)} {by && <Badge shape="tag">{by}</Badge>}
      </span>
      <time dateTime={new Date(createdAt).toISOString()} title={formatDateTime(createdAt, { seconds: true })}>
        {formatClock(createdAt, { seconds: true })}
      </time>
      {actor.kind === 'board' ? (
        <span className="receipts-board">the board changed it by itself</span>
      ) : (
        <span className="receipts-state" title={actor.name ?? undefined}>
          <CommandReceipt command={command} online={online} />
        </span>
      )}
    </li>
  );
}
