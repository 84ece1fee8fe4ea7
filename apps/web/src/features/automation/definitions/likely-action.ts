import type { ControlState } from '@cyno/contract';
import type { ActionDraft } from './automation-draft.ts';

/** What a new automation operates at first: an output that is set up, else a usual pin of the board, else an event. */
export function likelyAction({ outputs, pins, events }: ControlState): ActionDraft | null {
  const output = outputs.find(({ mode }) => mode === 'digit') ?? outputs[0];
  if (output)
    return { kind: 'output', pin: output.pin, mode: output.mode, value: output.mode === 'digit' ? '1' : '255' };
  // Pins without a remark have no second task at the start of the chip.
  const pin = pins.find(({ modes, note }) => modes.includes('digit') && note === null);
  if (pin) return { kind: 'output', pin: pin.pin, mode: 'digit', value: '1' };
  const event = events[0];
  return event ? { kind: 'event', name: event.name, value: event.reported ?? '1' } : null;
}
