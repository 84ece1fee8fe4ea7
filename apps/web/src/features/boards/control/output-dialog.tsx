import type { BoardPin, Output, OutputMode, OutputSettings } from '@cyno/contract';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSetUp } from './control-calls.ts';
import './set-up.css';

const modeLabels: Record<OutputMode, string> = { digit: 'On and off', pwm: 'PWM', DAC: 'Analogue' };
const usualPulseS = 5;

type OutputDialogProps = { espid: string; pin: BoardPin; output: Output | undefined; onClose: () => void };

/** Sets up what is on a pin: its name, how it is driven, whether it needs a confirmation, and whether it switches back by itself. */
export function OutputDialog({ espid, pin, output, onClose }: OutputDialogProps) {
  const [mode, setMode] = useState<OutputMode>(output?.mode ?? 'digit');
  const [name, setName] = useState(output?.name ?? '');
  const [locked, setLocked] = useState(output?.locked ?? false);
  const [pulse, setPulse] = useState(output?.momentaryMs != null ? String(output.momentaryMs / 1000) : '');
  const [momentary, setMomentary] = useState(output?.momentaryMs != null);
  const setUp = useSetUp(espid);
  const pulseMs = Math.round(Number(pulse.replace(',', '.')) * 1000);
  const pulseError = momentary && !(pulseMs >= 100 && pulseMs <= 3_600_000) ? 'Type seconds from 0.1 to 3600.' : null;
  const settings: OutputSettings = { mode, name: name.trim() || null, locked, momentaryMs: momentary ? pulseMs : null };
  const save = (next: OutputSettings | null) =>
    setUp.mutate({ kind: 'output', target: pin.pin, settings: next }, { onSuccess: onClose });

  return (
    <Dialog
      title={output ? `Pin ${pin.pin}` : `Set up pin ${pin.pin}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {output && (
            <Button variant="ghost" onClick={() => save(null)}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={setUp.isPending}
            disabled={pulseError !== null}
            onClick={() => save(settings)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="set-up">
        {pin.note && <p className="set-up-note">{pin.note}</p>}
        <TextField
          label="What is connected to it"
          maxLength={40}
          placeholder="Exhaust fan"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Segmented
          label="How it is driven"
          options={pin.modes.map((id) => ({ id, label: modeLabels[id] }))}
          value={mode}
          onChange={setMode}
        />
        <Switch label="Ask before it is switched" checked={locked} onChange={setLocked} />
        <Switch
          label="Switch back by itself"
          checked={momentary}
          onChange={(on) => {
            setMomentary(on);
            if (on && pulse === '') setPulse(String(usualPulseS));
          }}
        />
        {momentary && (
          <TextField
            label="After so many seconds"
            inputMode="decimal"
            value={pulse}
            error={pulseError}
            description="It is never switched on again when the board starts."
            onChange={(event) => setPulse(event.currentTarget.value)}
          />
        )}
        {setUp.isError && (
          <p className="set-up-error" role="alert">
            {setUp.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
