import type { Command } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ActorText } from './actor-text.tsx';
import { CommandReceipt } from './command-receipt.tsx';
import { changesQuery } from './control-calls.ts';
import { describeValue } from './output-text.ts';
import { RunReason } from './run-reason.tsx';

type ChangeListProps = { id: string; espid: string; kind: 'output' | 'event'; target: string; name: string };

/** The last ten changes of an output or event, newest first. */
export function ChangeList({ id, espid, kind, target, name }: ChangeListProps) {
  const { data, error, refetch } = useQuery(changesQuery(espid, kind, target));
  return (
    <section id={id} className="change-list" aria-label={t`Last changes of ${name}`} aria-busy={!data && !error}>
      {data?.map((command) => (
        <ChangeItem key={command.id} command={command} espid={espid} />
      ))}
      {data?.length === 0 && <p>{t`No changes yet.`}</p>}
      {!data && !error && <Skeleton height={88} />}
      {!data && error && (
        <p>
          {t`The changes did not load.`} {failureText(error)}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </p>
      )}
    </section>
  );
}

function ChangeItem({ command, espid }: { command: Command; espid: string }) {
  const { mode, value, actor } = command;
  const at = command.answeredAt ?? command.sentAt ?? command.createdAt;
  return (
    <p>
      <b>{describeValue(mode, value)}</b>
      <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, { seconds: true })}</time>
      <span>
        <ActorText actor={actor} espid={espid} />
      </span>
      {actor.run && <RunReason espid={espid} run={actor.run} />}
      {actor.kind !== 'board' && <CommandReceipt command={command} online />}
    </p>
  );
}
