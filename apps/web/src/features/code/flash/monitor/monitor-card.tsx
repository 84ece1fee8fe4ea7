import { t } from '@lingui/core/macro';
import {
  IconChartLine,
  IconClock,
  IconCopy,
  IconDownload,
  IconEraser,
  IconPlayerPause,
  IconPlayerPlay,
  IconPower,
  IconSend,
} from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { useStoredChoice } from '../../../../lib/browser/use-stored-choice.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { writeClipboard } from '../../../../ui/buttons/write-clipboard.ts';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { FailureBox } from '../failure-box.tsx';
import './monitor-card.css';
import { baudText } from '../serial-ports.ts';
import type { SerialDesk } from '../use-serial-desk.ts';
import { clockOf, MonitorLines } from './monitor-lines.tsx';
import { MonitorPlot } from './monitor-plot.tsx';
import type { SerialMonitor } from './serial-monitor.ts';

const endings = { lf: '\n', crlf: '\r\n', cr: '\r', none: '' } as const;
const endingOptions = () =>
  [
    { id: 'lf', label: t`New line` },
    { id: 'crlf', label: 'CR + LF' },
    { id: 'cr', label: 'CR' },
    { id: 'none', label: t`No ending` },
  ] as const;
const endingIds = ['lf', 'crlf', 'cr', 'none'] as const;

const bauds = ['115200', '9600', '19200', '38400', '57600', '74880', '230400', '460800', '921600'] as const;
const baudOptions = () =>
  bauds.toSorted((one, other) => Number(one) - Number(other)).map((id) => ({ id, label: baudText(Number(id)) }));

/** The speed of the monitor, remembered by this browser. */
export const useMonitorBaud = () => useStoredChoice('monitorBaud', bauds);

type MonitorCardProps = { desk: SerialDesk; baud: ReturnType<typeof useMonitorBaud> };

/** What the board writes on its serial port: as lines and as a plot; and a line to write back. */
export function MonitorCard({ desk, baud: [baud, setBaud] }: MonitorCardProps) {
  const { view, monitor, flash } = desk;
  const [withTime, setWithTime] = useStoredChoice('monitorTime', ['on', 'off']);
  const [withPlot, setWithPlot] = useState(false);
  const isOpen = view.state === 'open';
  const isBusy = flash.step === 'connecting' || flash.step === 'working';
  return (
    <SectionCard
      id="monitor"
      title={t`Serial monitor`}
      description={t`What the sketch prints with Serial.print: the newest 10,000 lines.`}
    >
      <div className="monitor-bar">
        <SelectField
          label={t`Monitor speed`}
          hideLabel
          options={baudOptions()}
          value={baud}
          onChange={setBaud}
          disabled={view.state !== 'closed'}
        />
        <Button
          variant={isOpen ? 'default' : 'primary'}
          disabled={isBusy}
          busy={view.state === 'opening'}
          onClick={() => void (isOpen ? monitor.close() : desk.openMonitor(Number(baud)))}
        >
          {isOpen ? t`Close` : t`Open`}
        </Button>
        {isOpen && (
          <Button icon={IconPower} onClick={() => void monitor.restartBoard()}>
            {t`Restart board`}
          </Button>
        )}
        <div className="monitor-tools">
          <IconButton
            icon={IconClock}
            label={t`Timestamps`}
            aria-pressed={withTime === 'on'}
            onClick={() => setWithTime(withTime === 'on' ? 'off' : 'on')}
          />
          <IconButton
            icon={IconChartLine}
            label={t`Plot numbers`}
            aria-pressed={withPlot}
            onClick={() => setWithPlot(!withPlot)}
          />
          <IconButton
            icon={view.isPaused ? IconPlayerPlay : IconPlayerPause}
            label={view.isPaused ? t`Continue` : t`Pause`}
            aria-pressed={view.isPaused}
            onClick={() => monitor.setPaused(!view.isPaused)}
          />
          <LineActions monitor={monitor} isEmpty={view.count === 0} withTime={withTime === 'on'} />
        </div>
      </div>
      {view.failure && <FailureBox failure={view.failure} />}
      {withPlot && <MonitorPlot monitor={monitor} isPaused={view.isPaused} />}
      {view.count === 0 ? (
        <p className="monitor-none">
          {isOpen
            ? t`Nothing yet. Restart the board to see its first lines.`
            : t`Open the port to see what the board prints.`}
        </p>
      ) : (
        <MonitorLines view={view} withTime={withTime === 'on'} />
      )}
      <SendLine monitor={monitor} disabled={!isOpen} />
    </SectionCard>
  );
}

type LineActionsProps = { monitor: SerialMonitor; isEmpty: boolean; withTime: boolean };

function LineActions({ monitor, isEmpty, withTime }: LineActionsProps) {
  const toasts = useToasts();
  const asText = () => {
    const lines = monitor.lines().map(({ at, text }) => (withTime ? `${clockOf(at)} ${text}` : text));
    return `${lines.join('\n')}\n`;
  };
  const copy = async () => {
    const isCopied = await writeClipboard(asText());
    toasts.add(
      isCopied
        ? { kind: 'success', title: t`Lines copied` }
        : { kind: 'error', title: t`Not copied`, detail: t`The browser blocked copying. Download the lines instead.` },
    );
  };
  return (
    <>
      <IconButton icon={IconCopy} label={t`Copy lines`} disabled={isEmpty} onClick={() => void copy()} />
      <IconButton
        icon={IconDownload}
        label={t`Download lines`}
        disabled={isEmpty}
        onClick={() => saveFile('serial-monitor.txt', new Blob([asText()], { type: 'text/plain' }))}
      />
      <IconButton icon={IconEraser} label={t`Clear lines`} disabled={isEmpty} onClick={() => monitor.clear()} />
    </>
  );
}

function SendLine({ monitor, disabled }: { monitor: SerialMonitor; disabled: boolean }) {
  const [text, setText] = useState('');
  const [ending, setEnding] = useStoredChoice('monitorEnding', endingIds);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (disabled || (text === '' && ending === 'none')) return;
    void monitor.send(text + endings[ending]);
    setText('');
  };
  return (
    <form className="monitor-send" onSubmit={send}>
      <TextField
        label={t`Line to the board`}
        hideLabel
        placeholder={t`Type a line for the board`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SelectField
        label={t`Line ending`}
        hideLabel
        size="large"
        options={endingOptions()}
        value={ending}
        onChange={setEnding}
      />
      <Button type="submit" icon={IconSend} disabled={disabled}>
        {t`Send`}
      </Button>
    </form>
  );
}
