import type { ControlState, Device } from '@cyno/contract';
import { type ActionDraft, type Draft, emptyDraft } from './automation-draft.ts';

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

/** A number that people would choose near a value: two digits, the rest noughts. */
function roundNear(value: number): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.round(value / step) * step).toPrecision(2));
}

/** Automations that this board could do, to begin with; fewer where it has nothing to switch or to watch. */
export function exampleDrafts(device: Device, control: ControlState): Draft[] {
  const action = likelyAction(control);
  if (!action) return [];
  const daily: Draft = { ...emptyDraft, action, secondOfDay: 6 * 3600 };
  const sunset: Draft = { ...emptyDraft, action, moment: 'sunset' };
  const watched = device.variables.find(({ value }) => typeof value === 'number');
  if (!watched || typeof watched.value !== 'number') return [daily, sunset];
  const threshold = roundNear(watched.value);
  const rule: Draft = {
    ...emptyDraft,
    kind: 'rule',
    action,
    conditions: [
      { id: 0, espid: device.espid, key: watched.key, comparison: '>', threshold: String(threshold), release: null },
    ],
    hold: { amount: '5', unit: 'minutes' },
    back: action.kind === 'output' ? '0' : null,
  };
  return [rule, daily, sunset];
}
