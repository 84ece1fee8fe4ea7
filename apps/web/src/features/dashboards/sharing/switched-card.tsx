import type { Command, ControlState, Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useSession } from '../../../lib/api/session.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import {
  actorPhrase,
  CommandReceipt,
  controlQuery,
  describeCommand,
  isAutomation,
} from '../../boards/control/index.ts';
import { FewFirst } from './few-first.tsx';

/** Which people switched what, live; what rules and timers did is on the tab of the automations. */
export function SwitchedCard({ device }: { device: Device }) {
  useWatch([device.espid]);
  const { data, error, refetch } = useQuery(controlQuery(device.espid));
  const switched = data?.commands.filter(({ actor }) => actor.kind !== 'board' && !isAutomation(actor));
  return (
    <SectionCard
      id="switched"
      title={t`Command history`}
      description={t`Commands from people, access tokens, guest passes and public links, newest first.`}
    >
      {data && switched && switched.length > 0 && (
        <FewFirst all={switched} allLabel={t`Show all ${{ count: switched.length }} commands`}>
          {(visible) => (
            <RowList label={t`Command history`}>
              {visible.map((command) => (
                <SwitchedRow key={command.id} command={command} state={data} online={device.online} />
              ))}
            </RowList>
          )}
        </FewFirst>
      )}
      {switched?.length === 0 && <p className="section-note">{t`No commands yet.`}</p>}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`The commands did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={2} />}
    </SectionCard>
  );
}

type SwitchedRowProps = { command: Command; state: ControlState; online: boolean };

function SwitchedRow({ command, state, online }: SwitchedRowProps) {
  const me = useSession()?.userId ?? null;
  const { kind, target, mode, value, actor, createdAt } = command;
  const known =
    kind === 'output'
      ? state.outputs.find(({ pin }) => pin === target)?.name
      : state.events.find(({ name }) => name === target)?.label;
  return (
    <Row
      title={describeCommand(known ?? target, mode, value)}
      detail={`${formatDateTime(createdAt, { seconds: true })}, ${actorPhrase(actor, me)}`}
      actions={<CommandReceipt command={command} online={online} />}
    />
  );
}
