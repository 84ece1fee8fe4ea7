import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { failureText } from '../../../../../lib/api/failure-text.ts';
import { noValue } from '../../../../../lib/format/format.ts';
import { lazy } from '../../../../../lib/language/lazy.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { Slider } from '../../../../../ui/fields/slider.tsx';
import { Switch } from '../../../../../ui/fields/switch.tsx';
import { SwitchQuestion } from '../../../../../ui/overlays/switch-question.tsx';
import { useToasts } from '../../../../../ui/overlays/toast.tsx';
import { Badge } from '../../../../../ui/status/badge.tsx';
import {
  describeCommand,
  formatLevel,
  LatestReceipt,
  useRequested,
  useSendCommand,
} from '../../../../boards/control/index.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import type { ControlContent } from './control-props.ts';
import { type TargetState, targetState } from './target-state.ts';

// Few dashboards have a list of choices, and React Aria's weighs more than all other widgets.
const SelectField = lazy(async () => ({
  default: (await import('../../../../../ui/fields/select-field.tsx')).SelectField,
}));

const MoreControls = lazy(async () => ({ default: (await import('./more-controls.tsx')).MoreControls }));

const unknown: TargetState = { reported: null, wanted: null, locked: false, command: undefined };

/** What is to be confirmed before it is sent, and how it is known whether it was accepted. */
type Question = { value: string; resolve: (isAccepted: boolean | Promise<boolean>) => void } | null;

type ControlWidgetProps = { content: ControlContent; data: WidgetData };

/** Operates an output or event; what is shown is what the board reported, and the receipt shows what was requested. */
export function ControlWidget({ content, data }: ControlWidgetProps) {
  const { device, control, controlFailure } = data;
  const toasts = useToasts();
  const [question, setQuestion] = useState<Question>(null);
  const { target, title } = content;
  const requested = useRequested(device.espid);
  const state = control && targetState(control, target, requested);
  const sendCommand = useSendCommand(device.espid, data.send, (error) =>
    toasts.add({ kind: 'error', title: t`The command was not accepted`, detail: failureText(error), key: 'command' }),
  );
  const send = (value: string) =>
    sendCommand(
      target.kind === 'event'
        ? { kind: 'event', name: target.name, value }
        : { kind: 'io', pins: [{ pin: target.pin, mode: target.mode, value: Number(value) }] },
    );
  const confirmFirst = async (value: string): Promise<boolean> => {
    if (!state) return false;
    return state.locked ? new Promise<boolean>((resolve) => setQuestion({ value, resolve })) : send(value);
  };
  return (
    <WidgetFrame
      title={title}
      aside={<Badge shape="tag">{target.kind === 'event' ? target.name : target.pin}</Badge>}
      className={`widget-control widget-${content.type}`}
    >
      <Operate
        content={content}
        data={data}
        // Before it is known whether it is locked and what it is, a press would be a guess at both.
        isReadOnly={data.send === null || state === undefined}
        state={state ?? unknown}
        onSend={confirmFirst}
      />
      {controlFailure ? (
        <span className="widget-receipt" role="status">
          {t`Not loaded. ${{ reason: failureText(controlFailure.error) }}`}{' '}
          <button type="button" className="link" onClick={controlFailure.retry}>
            {t`Try again`}
          </button>
        </span>
      ) : (
        <LatestReceipt
          className="widget-receipt"
          command={state?.command}
          online={device.online}
          isOperable={data.send !== null}
        />
      )}
      {question && (
        <SwitchQuestion
          text={describeCommand(title, target.kind === 'output' ? target.mode : null, question.value)}
          online={device.online}
          onSwitch={() => question.resolve(send(question.value))}
          onClose={() => {
            question.resolve(false);
            setQuestion(null);
          }}
        />
      )}
    </WidgetFrame>
  );
}

type OperateProps = {
  content: ControlContent;
  data: WidgetData;
  state: TargetState;
  isReadOnly: boolean;
  onSend: (value: string) => Promise<boolean>;
};

function Operate({ content, data, state, isReadOnly, onSend }: OperateProps) {
  const { title } = content;
  const { reported, wanted } = state;
  switch (content.type) {
    case 'switch':
      return (
        <p className="widget-operate">
          <b>{reported === null ? noValue : reported === '0' ? t`Off` : t`On`}</b>
          <Switch
            label={reported === null ? t`${title}: state not known yet` : title}
            hideLabel
            checked={reported === null ? null : reported !== '0'}
            busy={wanted !== null}
            disabled={isReadOnly}
            onChange={() => onSend((wanted ?? reported ?? '0') === '0' ? '1' : '0')}
          />
        </p>
      );
    case 'button':
      return (
        <p className="widget-operate">
          <Button busy={wanted !== null} disabled={isReadOnly} onClick={() => onSend(content.value)}>
            {title}
          </Button>
        </p>
      );
    case 'choice':
      return (
        <Suspense fallback={<Skeleton height={36} />}>
          <SelectField
            label={title}
            hideLabel
            options={content.options.map(({ value, label }) => ({ id: value, label }))}
            value={wanted ?? reported}
            placeholder={isReadOnly ? '–' : t`Choose`}
            disabled={isReadOnly}
            onChange={onSend}
          />
        </Suspense>
      );
    case 'slider':
      return <Level content={content} state={state} isReadOnly={isReadOnly} onSend={onSend} />;
    default:
      return (
        <Suspense fallback={<p className="widget-operate" />}>
          <MoreControls content={content} data={data} state={state} isReadOnly={isReadOnly} onSend={onSend} />
        </Suspense>
      );
  }
}

function Level({
  content,
  state,
  isReadOnly,
  onSend,
}: Omit<OperateProps, 'data'> & { content: Extract<ControlContent, { type: 'slider' }> }) {
  const { title, min, max, step, unit, target } = content;
  const number = (text: string | null) => (text === null || Number.isNaN(Number(text)) ? null : Number(text));
  const format = (value: number) => (target.kind === 'output' ? formatLevel(value) : `${value} ${unit}`.trim());
  const value = number(state.reported);
  return (
    <p className="widget-operate">
      <b>{value === null ? noValue : format(value)}</b>
      <Slider
        label={title}
        min={min}
        max={max}
        step={step}
        value={value}
        format={format}
        wanted={number(state.wanted)}
        disabled={isReadOnly}
        onCommit={(chosen) => onSend(String(chosen))}
      />
    </p>
  );
}
