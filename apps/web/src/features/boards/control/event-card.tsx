import type { BoardEvent, Command, ControlState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconRefresh, IconSettings } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import './event-card.css';
import { ChangeLine } from './change-line.tsx';
import { LatestReceipt } from './command-receipt.tsx';
import { EventControl } from './event-control.tsx';

/** An event to be sent, with what it is called for people. */
export type RequestedEvent = { name: string; value: string; locked: boolean; label: string };

type EventCardProps = {
  espid: string;
  state: ControlState;
  online: boolean;
  /** Resolves to whether it was accepted; undefined for who may not operate the device. */
  onSend: ((event: RequestedEvent) => Promise<boolean>) | undefined;
  /** Undefined for who may not set it up. */
  onSetUp: ((event: BoardEvent) => void) | undefined;
};

/** The events that the sketch knows, each with its control, and a line for one that is not listed yet. */
export function EventCard({ espid, state, online, onSend, onSetUp }: EventCardProps) {
  const send = async (name: string, value: string): Promise<boolean> => {
    const known = state.events.find((event) => event.name === name);
    return (await onSend?.({ name, value, locked: known?.locked ?? false, label: known?.label ?? name })) ?? false;
  };
  return (
    <Card className="events" aria-labelledby="events-title">
      <h2 id="events-title">{t`Events`}</h2>
      {state.events.length > 0 && (
        <ul>
          {state.events.map((event) => (
            <EventLine
              key={event.name}
              espid={espid}
              event={event}
              command={state.commands.find(
                (one) => one.kind === 'event' && one.target === event.name && one.actor.kind !== 'board',
              )}
              online={online}
              isOperable={onSend !== undefined}
              onSend={(value) => send(event.name, value)}
              onSetUp={onSetUp}
            />
          ))}
        </ul>
      )}
      {onSend && <SendForm onSend={send} />}
      {!onSend && state.events.length === 0 && <p className="events-none">{t`No events yet.`}</p>}
    </Card>
  );
}

type EventLineProps = Pick<EventCardProps, 'espid' | 'online' | 'onSetUp'> & {
  event: BoardEvent;
  /** The newest command for this event. */
  command: Command | undefined;
  /** Whether it may be sent here. */
  isOperable: boolean;
  /** Resolves to whether it was accepted. */
  onSend: (value: string) => Promise<boolean>;
};

/** One event: its control, and what became of the last command. */
function EventLine({ espid, event, command, online, isOperable, onSend, onSetUp }: EventLineProps) {
  const name = event.label ?? event.name;
  return (
    <li>
      <span className="events-name" title={event.name}>
        {name}
      </span>
      <EventControl event={event} disabled={!isOperable} onSend={onSend} />
      {onSetUp && (
        <IconButton label={t`Set up ${{ label: name }}`} icon={IconSettings} onClick={() => onSetUp(event)} />
      )}
      <LatestReceipt className="events-state" command={command} online={online} isOperable={isOperable} />
      {isOperable && (command?.state === 'failed' || command?.state === 'expired') && (
        <IconButton
          label={t`Send again to ${name}`}
          icon={IconRefresh}
          disabled={event.wanted !== null}
          onClick={() => onSend(command.value)}
        />
      )}
      {event.reported === null && event.widget === 'switch' && <p className="change">{t`State not known yet`}</p>}
      {event.reported !== null && (
        <ChangeLine
          espid={espid}
          kind="event"
          target={event.name}
          name={name}
          text={t`Board reports ${{ value: event.reported }}`}
          at={event.reportedAt}
          by={event.changedBy}
        />
      )}
    </li>
  );
}

function SendForm({ onSend }: { onSend: (name: string, value: string) => Promise<boolean> }) {
  const [name, setName] = useState('');
  const { draft: value, change, isSending, send } = useDraft((value) => onSend(name.trim(), value));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() && value) send(value);
  };
  return (
    <form className="events-form" onSubmit={submit}>
      <TextField
        label={t`Event`}
        maxLength={32}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t`Value`}
        maxLength={64}
        value={value ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Button type="submit" busy={isSending} disabled={!name.trim() || !value}>
        {t`Send`}
      </Button>
      <p>{t`Calls the function that your sketch passes to setEventCallback.`}</p>
    </form>
  );
}
