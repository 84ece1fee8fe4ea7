import type { AlertScope, BlueprintInput, BlueprintValue, ControlState, Device, DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { typedNumber } from '../../../lib/format/typed-number.ts';
import { type DurationDraft, durationDraft, durationSeconds } from '../definitions/index.ts';

/** What is typed or chosen for an input: a duration with its unit, a second of the day, else text. */
export type InputDraft = string | number | DurationDraft | null;

/** What the inputs of a blueprint can be, and what was chosen so far. */
export type FillState = {
  readonly inputs: readonly BlueprintInput[];
  readonly drafts: ReadonlyMap<string, InputDraft>;
  /** The device that an automation is imported for; null: that is chosen too. */
  readonly ownEspid: string | null;
  readonly devices: readonly Device[];
  readonly controls: ReadonlyMap<string, ControlState>;
};

/** The numbers of the device that is chosen for an input, or of all devices where several are. */
export function variablesOf(state: FillState, id: string): DeviceVariable[] {
  const isOfSeveral = state.inputs.some((one) => one.id === id && one.kind === 'devices');
  const device = deviceOf(state, id);
  const devices = isOfSeveral ? state.devices : device ? [device] : [];
  const byKey = new Map(devices.flatMap(({ variables }) => variables.map((one) => [one.key, one])));
  return [...byKey.values()].filter(({ value }) => typeof value !== 'string');
}

/** Several devices as the id of a choice. */
export const scopeChoice = {
  all: 'all',
  tag: (tag: string) => `tag ${tag}`,
  group: (id: number) => `group ${id}`,
};

function chosenScope(choice: string): AlertScope {
  const [kind, ...rest] = choice.split(' ');
  if (kind === 'tag') return { kind, tag: rest.join(' ') };
  return kind === 'group' ? { kind, groupId: Number(rest[0]) } : { kind: 'all' };
}

/** The device that is chosen for an input of one. */
export function deviceOf(state: FillState, id: string): Device | undefined {
  const input = state.inputs.find((one) => one.id === id);
  const espid = input && draftOf(state, input);
  return state.devices.find((device) => device.espid === espid);
}

/** What was chosen for an input, else what fits it best. */
export function draftOf(state: FillState, input: BlueprintInput): InputDraft {
  return state.drafts.get(input.id) ?? suggestion(state, input);
}

function suggestion(state: FillState, input: BlueprintInput): InputDraft {
  switch (input.kind) {
    case 'device':
      return input.id === 'device' && state.ownEspid !== null ? state.ownEspid : null;
    case 'variable': {
      const variables = variablesOf(state, input.device);
      const found =
        variables.find(({ key }) => key === input.default) ??
        variables.find(({ unit }) => unit !== '' && unit === input.unit);
      return found?.key ?? null;
    }
    case 'output': {
      const pins = pinsFor(controlOf(state, input.device), input.mode);
      const isNamed = ({ name }: Pin) => name?.toLowerCase() === input.label.toLowerCase();
      const found =
        pins.find(isNamed) ?? pins.find(({ pin }) => pin === input.default) ?? pins.find(({ name }) => name);
      return found?.pin ?? null;
    }
    case 'event': {
      const events = controlOf(state, input.device)?.events ?? [];
      return (events.find(({ name }) => name === input.default) ?? events[0])?.name ?? input.default ?? '';
    }
    case 'number':
      return String(input.default);
    case 'duration':
      return durationDraft(input.default);
    case 'devices':
      return scopeChoice.all;
    case 'scene':
    case 'alert':
      return null;
    default:
      return input.default;
  }
}

/** The pins and events of the device that is chosen for an input. */
export function controlOf(state: FillState, device: string): ControlState | undefined {
  return state.controls.get(deviceOf(state, device)?.espid ?? '');
}

/** A pin that can be chosen; `name` is what is on it. */
type Pin = { pin: string; name: string | null };

/** The pins that can be driven in a mode, those that are set up first. */
export function pinsFor(control: ControlState | undefined, mode: ControlState['outputs'][number]['mode']): Pin[] {
  if (!control) return [];
  const used = control.outputs.filter((output) => output.mode === mode);
  const free = control.pins.filter(
    ({ pin, modes }) => modes.includes(mode) && !control.outputs.some((output) => output.pin === pin),
  );
  return [...used.map(({ pin, name }) => ({ pin, name })), ...free.map(({ pin }) => ({ pin, name: null }))];
}

/** The values of all inputs; null while one is missing. */
export function valuesOf(state: FillState): BlueprintValue[] | null {
  const values = state.inputs.map((input) => ({ id: input.id, value: readValue(input, draftOf(state, input)) }));
  return values.every((one): one is BlueprintValue => one.value !== null) ? values : null;
}

/** What is wrong with what was typed for an input; null: nothing, or nothing was typed. */
export function problemOf(state: FillState, input: BlueprintInput): string | null {
  const draft = draftOf(state, input);
  if (draft === null || draft === '' || readValue(input, draft) !== null) return null;
  return input.kind === 'duration'
    ? t`Type a time from 1 second to 24 hours.`
    : t`Type a number, such as 1000 or 21.5.`;
}

/** Inputs whose text stands for a number. */
const numbers: ReadonlySet<BlueprintInput['kind']> = new Set(['number', 'scene', 'alert']);

/** Null: nothing is chosen, or it is no number. */
function readValue({ kind }: BlueprintInput, draft: InputDraft): BlueprintValue['value'] | null {
  if (draft === null || draft === '') return null;
  if (typeof draft === 'string' && kind === 'devices') return chosenScope(draft);
  if (typeof draft === 'string' && !numbers.has(kind)) return draft;
  const number =
    typeof draft === 'object' ? durationSeconds(draft) : typeof draft === 'string' ? typedNumber(draft) : draft;
  return Number.isFinite(number) ? number : null;
}
