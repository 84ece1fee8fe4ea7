import type { Scene, SceneAction, SceneResult, SceneRun } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatList } from '../../../lib/format/format-list.ts';
import { type CommandStatus, describeCommand, stateStatus } from '../../boards/control/index.ts';
import { actionText, type Names, type Part, richParts } from '../definitions/index.ts';

/** So many actions stand in the sentence of a scene; the others are counted. */
const maxInSentence = 4;

/** What the actions of a scene are about, as text: the names of devices come from `deviceName`. */
export type DeviceName = (espid: string) => string;

/** The names of what a scene sets, as its response has them. */
function namesIn({ actions, labels }: Pick<Scene, 'actions' | 'labels'>, deviceName: DeviceName): Names {
  const labelOf = (espid: string, kind: SceneAction['kind'], target: string) =>
    labels[
      actions.findIndex((action) => action.espid === espid && action.kind === kind && targetOf(action) === target)
    ];
  return {
    device: deviceName,
    variable: (_, key) => unknownVariable(key),
    sharedVariable: unknownVariable,
    output: (espid, pin) => labelOf(espid, 'output', pin) ?? null,
    event: (espid, name) => ({ label: labelOf(espid, 'event', name) ?? name, widget: 'text' }),
    scene: () => null,
    group: () => null,
    alertRule: () => null,
  };
}

const unknownVariable = (key: string) => ({ label: key, unit: '', isSwitch: false, decimals: null });

/** A scene as a sentence: `Turn D1 (Lamp) of Shed off, and set mode of House to night.` */
export function sceneSentence(scene: Pick<Scene, 'actions' | 'labels'>, deviceName: DeviceName): Part[] {
  const names = namesIn(scene, deviceName);
  const texts = scene.actions
    .slice(0, maxInSentence)
    .map(({ espid, ...action }) => actionText(action, { espid, here: '', names }));
  const left = scene.actions.length - texts.length;
  const others = left > 0 ? [plural(left, { one: '# more', other: '# more' })] : [];
  const [first, ...rest] = richParts(t`${{ actions: formatList([...texts, ...others]) }}.`);
  // Actions are phrases, and this one begins a sentence; letters without capitals stay.
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : [];
}

/** What one action of a run was to set: `Lamp off`. */
export function resultName(
  { espid, kind, target, mode, value }: SceneResult,
  scene: Pick<Scene, 'actions' | 'labels'>,
): string {
  const index = scene.actions.findIndex(
    (action) => action.espid === espid && action.kind === kind && targetOf(action) === target,
  );
  return describeCommand(scene.labels[index] ?? target, mode, value);
}

const targetOf = (action: SceneAction): string => (action.kind === 'output' ? action.pin : action.name);

/** What became of one action, for its receipt. */
export function resultStatus({ state, ms }: SceneResult): CommandStatus {
  switch (state) {
    case null:
      return { tone: 'run', text: t`sending` };
    case 'queued':
      return { tone: 'wait', text: t`waiting for the board` };
    case 'acknowledged':
      return { tone: 'ok', text: ms === null ? t`done` : t`done, ${ms} ms` };
    case 'refused':
      return { tone: 'bad', text: t`not sent` };
    default:
      return stateStatus(state);
  }
}

/** What became of a run, briefly: `3 of 4 done`. */
export function runStatus({ outcome, results }: SceneRun): { tone: 'ok' | 'run' | 'bad'; text: string } {
  const done = results.filter(({ state }) => state === 'acknowledged' || state === 'unconfirmed').length;
  const text = t`${done} of ${{ total: results.length }} done`;
  if (outcome === 'running') return { tone: 'run', text };
  return outcome === 'done'
    ? { tone: 'ok', text: plural({ count: results.length }, { one: 'done', other: 'all # done' }) }
    : { tone: 'bad', text };
}
