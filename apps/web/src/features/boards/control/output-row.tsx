import type { BoardPin, Command, Output } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconLock, IconRefresh, IconSettings } from '@tabler/icons-react';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Slider } from '../../../ui/fields/slider.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './output-row.css';
import { ChangeLine } from './change-line.tsx';
import { LatestReceipt } from './command-receipt.tsx';
import { formatLevel } from './command-text.ts';
import { describeOutput, describePin, describeValue, switchLabel } from './output-text.ts';
import { pinNoteText } from './pin-note-text.ts';

type OutputRowProps = {
  espid: string;
  pin: BoardPin;
  output: Output | undefined;
  /** The newest command for this pin. */
  command: Command | undefined;
  online: boolean;
  /** Undefined for who may not operate the device. */
  onSwitch: ((output: Output, value: number) => void) | undefined;
  /** Undefined for who may not set it up. */
  onSetUp: ((pin: BoardPin) => void) | undefined;
  onPoint: (pin: string | null) => void;
};

/** One pin: what is on it, what it is, and its control. */
export function OutputRow({ espid, pin, output, command, online, onSwitch, onSetUp, onPoint }: OutputRowProps) {
  const name = output?.name ?? (output ? t`Pin ${{ pin: pin.pin }}` : t`Unused`);
  return (
    <li
      id={`pin-${pin.pin}`}
      className={output ? 'output-row output-row-used' : 'output-row'}
      onPointerEnter={() => onPoint(pin.pin)}
      onPointerLeave={() => onPoint(null)}
    >
      <span className="output-row-pin">{pin.pin}</span>
      <span className="output-row-what">
        <span className="output-row-name">{name}</span>
        <span className="output-row-mode">
          {output?.locked && <Icon of={IconLock} size={14} />}
          {output ? describeOutput(output) : describePin(pin)}
        </span>
        {output && pin.note && <span className="output-row-note">{pinNoteText(pin.note)}</span>}
      </span>
      {output ? (
        <span className="output-row-action">
          <LatestReceipt
            className="output-row-receipt"
            command={command}
            online={online}
            isOperable={onSwitch !== undefined}
          />
          {onSwitch && command?.state === 'failed' && (
            <IconButton
              label={t`Send again to ${name}`}
              icon={IconRefresh}
              size="small"
              onClick={() => onSwitch(output, Number(command.value))}
            />
          )}
          <Control output={output} name={name} onSwitch={onSwitch} />
        </span>
      ) : (
        <span className="output-row-action">
          {pin.modes.length === 0 && <span>{t`Input only`}</span>}
          {pin.modes.length > 0 && onSetUp && (
            <Button aria-label={t`Set up pin ${{ pin: pin.pin }}`} onClick={() => onSetUp(pin)}>
              {t`Set up`}
            </Button>
          )}
        </span>
      )}
      {output && onSetUp && <IconButton label={t`Set up ${name}`} icon={IconSettings} onClick={() => onSetUp(pin)} />}
      {output && output.reported === null && output.momentaryMs === null && (
        <p className="change">{t`State not known yet`}</p>
      )}
      {output && output.reported !== null && (
        <ChangeLine
          espid={espid}
          name={name}
          kind="output"
          target={pin.pin}
          text={describeValue(output.mode, String(output.reported))}
          at={output.reportedAt}
          by={output.changedBy}
        />
      )}
    </li>
  );
}

type ControlProps = { output: Output; name: string; onSwitch: OutputRowProps['onSwitch'] };

function Control({ output, name, onSwitch }: ControlProps) {
  const { mode, reported, wanted, momentaryMs } = output;
  if (momentaryMs !== null) {
    return (
      <Button
        aria-label={t`Run ${{ seconds: momentaryMs / 1000 }} s: ${name}`}
        busy={wanted !== null}
        disabled={!onSwitch}
        onClick={() => onSwitch?.(output, mode === 'digit' ? 1 : 255)}
      >
        {t`Run ${{ seconds: momentaryMs / 1000 }} s`}
      </Button>
    );
  }
  if (mode === 'digit') {
    return (
      <Switch
        label={switchLabel(name, reported !== null)}
        hideLabel
        checked={reported === null ? null : reported !== 0}
        busy={wanted !== null}
        disabled={!onSwitch}
        onChange={() => onSwitch?.(output, (wanted ?? reported) ? 0 : 1)}
      />
    );
  }
  return (
    <span className="output-row-level">
      <Slider
        label={name}
        min={0}
        max={255}
        value={reported}
        wanted={wanted}
        format={formatLevel}
        disabled={!onSwitch}
        onCommit={(value) => onSwitch?.(output, value)}
      />
      <b>{reported === null ? '–' : formatLevel(reported)}</b>
    </span>
  );
}
