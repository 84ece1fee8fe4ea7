import type { BoardPin, Output, OutputMode, OutputSettings } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { typedNumber } from '../../../lib/format/typed-number.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSetUp } from './control-calls.ts';
import { pinNoteText } from './pin-note-text.ts';
import './set-up.css';

const modeLabels: Record<OutputMode, () => string> = {
  digit: () => t`On/off`,
  pwm: () => 'PWM',
  DAC: () => t`Analogue`,
};
const usualPulseS = 5;

const settingsOf = ({ mode, name, locked, momentaryMs }: Output): OutputSettings => ({
  mode,
  name,
  locked,
  momentaryMs,
});

type OutputDialogProps = {
  espid: string;
  pin: BoardPin;
  output: Output | undefined;
  onSaved?: (settings: OutputSettings) => void;
  onClose: () => void;
};

/** Sets up what is on a pin: its name, how it is driven, whether it needs a confirmation, and whether it switches back by itself. */
export function OutputDialog({ espid, pin, output, onSaved, onClose }: OutputDialogProps) {
  const [mode, setMode] = useState<OutputMode>(output?.mode ?? pin.modes[0] ?? 'digit');
  const [name, setName] = useState(output?.name ?? '');
  const [locked, setLocked] = useState(output?.locked ?? false);
  const [pulse, setPulse] = useState(output?.momentaryMs != null ? String(output.momentaryMs / 1000) : '');
  const [momentary, setMomentary] = useState(output?.momentaryMs != null);
  const setUp = useSetUp(espid);
  const pulseMs = Math.round(typedNumber(pulse) * 1000);
  const pulseError = momentary ? pulseProblem(pulse, pulseMs) : null;
  const settings: OutputSettings = { mode, name: name.trim() || null, locked, momentaryMs: momentary ? pulseMs : null };
  const target = { kind: 'output', target: pin.pin } as const;
  const save = () =>
    setUp.mutate(
      { ...target, settings, isRemoval: false },
      {
        onSuccess() {
          onSaved?.(settings);
          onClose();
        },
      },
    );
  const remove = (former: Output) =>
    setUp.mutate({ ...target, settings: settingsOf(former), isRemoval: true }, { onSuccess: onClose });

  return (
    <Dialog
      title={output ? t`Pin ${{ pin: pin.pin }}` : t`Set up pin ${{ pin: pin.pin }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {output && (
            <Button variant="ghost" busy={setUp.isPending} onClick={() => remove(output)}>
              {t`Remove`}
            </Button>
          )}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={setUp.isPending} disabled={pulseError !== null} onClick={save}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="set-up">
        {pin.note && <p className="set-up-note">{pinNoteText(pin.note)}</p>}
        <TextField
          label={t`Name`}
          maxLength={40}
          placeholder={t`Exhaust fan`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Segmented
          label={t`Output type`}
          options={pin.modes.map((id) => ({ id, label: modeLabels[id]() }))}
          value={mode}
          onChange={setMode}
        />
        <Switch label={t`Ask before switching`} checked={locked} onChange={setLocked} />
        <Switch
          label={t`Switch back automatically`}
          checked={momentary}
          onChange={(on) => {
            setMomentary(on);
            if (on && pulse === '') setPulse(String(usualPulseS));
          }}
        />
        {momentary && (
          <TextField
            label={t`Seconds until it switches back`}
            inputMode="decimal"
            value={pulse}
            error={pulseError}
            description={t`Stays off when the board starts.`}
            onChange={(event) => setPulse(event.currentTarget.value)}
          />
        )}
        {setUp.isError && (
          <p className="set-up-error" role="alert">
            {failureText(setUp.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function pulseProblem(typed: string, ms: number): string | null {
  if (typed.trim() !== '' && Number.isNaN(ms)) return t`Enter a number, such as 1000 or 21.5.`;
  return ms >= 100 && ms <= 3_600_000 ? null : t`Enter 0.1 to 3600 seconds.`;
}
