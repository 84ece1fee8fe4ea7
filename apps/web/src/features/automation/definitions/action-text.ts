import type { AutomationAction, SwitchAction } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { Speech } from './names.ts';
import { strong, typed } from './rich-text.ts';

/** What an action does: `turn D1 (Pump) on`. `begun`: the action whose end it is, which has the same kind of value. */
export function actionText(action: AutomationAction, speech: Speech, begun = action): string {
  if (action.kind === 'notify') return t`send the message <b>“${{ message: typed(action.text) }}”</b>`;
  if (action.kind === 'scene') {
    const name = speech.names.scene(action.sceneId);
    return name === null ? t`run a scene` : t`run the scene <b>“${{ scene: typed(name) }}”</b>`;
  }
  const target = targetText(action, speech);
  const value = typed(String(action.value));
  if (action.kind === 'output' && action.mode !== 'digit') return t`set ${target} to <b>${value} of 255</b>`;
  if (isOnOff(begun, speech)) return value === '0' ? t`turn ${target} <b>off</b>` : t`turn ${target} <b>on</b>`;
  return isPress(action, speech) ? t`press ${target}` : t`set ${target} to <b>${value}</b>`;
}

/** Whether an action operates the device of its automation. */
export const isSwitch = (action: AutomationAction): action is SwitchAction =>
  action.kind === 'output' || action.kind === 'event';

/** The same action with the value that ends it. */
export const withValue = (action: SwitchAction, value: number | string): SwitchAction =>
  action.kind === 'output' ? { ...action, value: Number(value) } : { ...action, value: String(value) };

/** Whether a value undoes a switching action, so that it need not be shown. */
export function isOpposite(action: SwitchAction, value: number | string): boolean {
  if (action.kind === 'output' && action.mode !== 'digit') return value === 0;
  const pair = new Set([String(action.value), String(value)]);
  return pair.has('0') && pair.has('1');
}

/** What is operated: `D1 (Pump)`, or the label of an event, with its device where that is not the reader's. */
function targetText(action: SwitchAction, { espid, here, names }: Speech): string {
  const target = strong(targetName(action, { espid, names }));
  return espid === here ? target : t`${target} of ${{ device: strong(names.device(espid)) }}`;
}

function targetName(action: SwitchAction, { espid, names }: Pick<Speech, 'espid' | 'names'>): string {
  if (action.kind === 'event') return names.event(espid, action.name).label;
  const name = names.output(espid, action.pin);
  return name === null ? action.pin : `${action.pin} (${name})`;
}

function isOnOff(action: AutomationAction, { espid, names }: Speech): boolean {
  if (action.kind === 'output') return action.mode === 'digit';
  return (
    action.kind === 'event' &&
    names.event(espid, action.name).widget === 'switch' &&
    (action.value === '0' || action.value === '1')
  );
}

const isPress = (action: SwitchAction, { espid, names }: Speech): boolean =>
  action.kind === 'event' && action.value === '1' && names.event(espid, action.name).widget === 'button';
