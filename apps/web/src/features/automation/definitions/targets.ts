import type { BoardEvent, ControlState, OutputMode, Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { ActionDraft } from './automation-draft.ts';

/** Something that can be operated, as the list of choices shows it. */
export type TargetOption = { id: string; label: string; detail?: string };

/** The choice of an event whose name is typed. */
export const otherEvent = 'event ';
/** The choice of a message to the owner. */
export const messageChoice = 'notify';

function targetId(action: ActionDraft): string {
  if (action.kind === 'notify') return messageChoice;
  if (action.kind === 'scene') return `scene ${action.sceneId}`;
  return action.kind === 'output' ? `output ${action.pin}` : `event ${action.name}`;
}

/** What can be operated: outputs that are set up, events, and pins on which nothing is set up; `chosen` is among them in any case. */
export function switchOptions(control: ControlState | undefined, chosen: ActionDraft | null): TargetOption[] {
  const { outputs = [], events = [], pins = [] } = control ?? {};
  const used = new Set(outputs.map(({ pin }) => pin));
  const options: TargetOption[] = [
    ...outputs.map(({ pin, name }) => ({ id: `output ${pin}`, label: name === null ? pin : `${pin} (${name})` })),
    ...events.map(({ name, label }) => ({ id: `event ${name}`, label: label ?? name, detail: t`event` })),
    ...pins
      .filter(({ pin, modes }) => modes.length > 0 && !used.has(pin))
      .map(({ pin }) => ({ id: `output ${pin}`, label: pin, detail: t`pin, not set up` })),
    { id: otherEvent, label: t`Another event` },
  ];
  if (chosen?.kind === 'output' && !options.some(({ id }) => id === targetId(chosen))) {
    options.unshift({ id: targetId(chosen), label: chosen.pin });
  }
  return options;
}

/** What an automation can do: also a message, and the scenes of who writes it. */
export function targetOptions(
  control: ControlState | undefined,
  chosen: ActionDraft | null,
  scenes: readonly Pick<Scene, 'id' | 'name'>[],
): TargetOption[] {
  const options: TargetOption[] = [
    ...switchOptions(control, chosen),
    { id: messageChoice, label: t`Send a message` },
    ...scenes.map(({ id, name }) => ({ id: `scene ${id}`, label: name, detail: t`scene` })),
  ];
  if (chosen?.kind === 'scene' && !options.some(({ id }) => id === targetId(chosen))) {
    options.unshift({ id: targetId(chosen), label: t`A scene`, detail: t`not yours, or deleted` });
  }
  return options;
}

/** The choice that stands for an action: an event that is not set up is another one. */
export function chosenOption(control: ControlState | undefined, action: ActionDraft): string {
  if (action.kind !== 'event' || eventOf(control, action)) return targetId(action);
  return otherEvent;
}

/** The event that an action sends, as it was set up. */
export function eventOf(control: ControlState | undefined, action: ActionDraft): BoardEvent | undefined {
  return action.kind === 'event' ? control?.events.find(({ name }) => name === action.name) : undefined;
}

/** How an output can be driven: as it was set up, else in every way that its pin knows. */
export function modesOf(control: ControlState | undefined, pin: string): readonly OutputMode[] {
  const output = control?.outputs.find((each) => each.pin === pin);
  if (output) return [output.mode];
  return control?.pins.find((each) => each.pin === pin)?.modes ?? ['digit'];
}

/** The action for a choice, with a value to begin with. */
export function actionFor(id: string, control: ControlState | undefined): ActionDraft {
  if (id === messageChoice) return { kind: 'notify', text: '' };
  const name = id.slice(id.indexOf(' ') + 1);
  if (id.startsWith('scene ')) return { kind: 'scene', sceneId: Number(name) };
  if (id.startsWith('output ')) {
    const [mode = 'digit'] = modesOf(control, name);
    return { kind: 'output', pin: name, mode, value: mode === 'digit' ? '1' : '255' };
  }
  const event = control?.events.find((each) => each.name === name);
  const isPressed = event?.widget === 'button' || event?.widget === 'switch';
  return { kind: 'event', name, value: isPressed ? '1' : (event?.reported ?? '') };
}
