import type { BoardEvent, BoardPin, ControlState, Output } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { SwitchQuestion } from '../../../ui/overlays/switch-question.tsx';
import { RoleNote } from '../../../ui/status/role-note.tsx';
import { may, type SeenDevice } from '../devices/index.ts';
import { useCommand } from './control-calls.ts';
import { controlQuery, withRequested } from './control-query.ts';
import './control-page.css';
import { describeCommand } from './command-text.ts';
import { EventCard, type RequestedEvent } from './event-card.tsx';
import { PinsCard } from './pinout/pins-card.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { type CommandRequest, useRequested } from './send-command.ts';

const OutputDialog = lazy(async () => ({ default: (await import('./output-dialog.tsx')).OutputDialog }));
const EventDialog = lazy(async () => ({ default: (await import('./event-dialog.tsx')).EventDialog }));

/** The Control tab: the board's pins and events, each with what became of the last command. */
export function ControlPage({ device }: { device: SeenDevice }) {
  useWatch([device.espid]);
  const { data, error, refetch } = useQuery(controlQuery(device.espid));
  if (data) return <Controls device={device} state={data} />;
  if (error) {
    return (
      <ErrorState title={t`The controls did not load`} onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return (
    <div className="control" aria-busy="true">
      <span className="sr-only">{t`Loading the controls`}</span>
      <Skeleton height={560} className="control-bone" />
      <Skeleton height={320} className="control-bone" />
    </div>
  );
}

type Editing = { pin: BoardPin } | { event: BoardEvent } | null;
/** What is to be confirmed before it is sent, and how it is known whether it was accepted. */
type Question = {
  text: string;
  request: CommandRequest;
  resolve: (isAccepted: boolean | Promise<boolean>) => void;
} | null;

function Controls({ device, state: known }: { device: SeenDevice; state: ControlState }) {
  const { espid, online } = device;
  const state = withRequested(known, useRequested(espid));
  const canOperate = may(device, 'operate');
  const canSetUp = may(device, 'manage');
  const send = useCommand(espid);
  const [editing, setEditing] = useState<Editing>(null);
  const [question, setQuestion] = useState<Question>(null);
  const confirmFirst = (locked: boolean, text: string, request: CommandRequest): Promise<boolean> =>
    locked ? new Promise((resolve) => setQuestion({ text, request, resolve })) : send(request);
  const switchOutput = (output: Output, value: number) => {
    const { pin, mode, name, locked } = output;
    void confirmFirst(locked, describeCommand(name ?? t`Pin ${pin}`, mode, String(value)), {
      kind: 'io',
      pins: [{ pin, mode, value }],
    });
  };
  const sendEvent = ({ name, value, locked, label }: RequestedEvent) =>
    confirmFirst(locked, describeCommand(label, null, value), { kind: 'event', name, value });
  return (
    <>
      {!canOperate && (
        <RoleNote>
          {t`Viewers cannot control this device. Ask ${{ owner: device.owner ?? '' }} to make you an operator.`}
        </RoleNote>
      )}
      <div className="control">
        <h2 className="sr-only">{t`Controls`}</h2>
        <PinsCard
          device={device}
          state={state}
          onSwitch={canOperate ? switchOutput : undefined}
          onSetUp={canSetUp ? (pin) => setEditing({ pin }) : undefined}
        />
        <div className="control-side">
          <EventCard
            espid={espid}
            state={state}
            online={online}
            onSend={canOperate ? sendEvent : undefined}
            onSetUp={canSetUp ? (event) => setEditing({ event }) : undefined}
          />
          <ReceiptsCard espid={espid} state={state} online={online} />
        </div>
        <Suspense fallback={null}>
          {canSetUp && editing && 'pin' in editing && (
            <OutputDialog
              espid={espid}
              pin={editing.pin}
              output={state.outputs.find(({ pin }) => pin === editing.pin.pin)}
              onClose={() => setEditing(null)}
            />
          )}
          {canSetUp && editing && 'event' in editing && (
            <EventDialog espid={espid} event={editing.event} onClose={() => setEditing(null)} />
          )}
        </Suspense>
        {canOperate && question && (
          <SwitchQuestion
            text={question.text}
            online={online}
            onSwitch={() => question.resolve(send(question.request))}
            onClose={() => {
              question.resolve(false);
              setQuestion(null);
            }}
          />
        )}
      </div>
    </>
  );
}
