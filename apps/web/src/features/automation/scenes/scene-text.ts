import type { Scene, SceneAction, SceneResult, SceneRun } from '@cyno/contract';
import { type CommandStatus, describeCommand, stateStatuses } from '../../boards/control/index.ts';
import { actionParts, type Names, type Part } from '../definitions/index.ts';

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
  const named = scene.actions.slice(0, maxInSentence);
  const left = scene.actions.length - named.length;
  const pieces = named.map(({ espid, ...action }) => actionParts(action, { espid, here: '', names }));
  const parts: Part[] = [];
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1 && left === 0;
    if (index > 0) parts.push({ text: isLast ? ', and ' : ', ' });
    parts.push(...piece);
  }
  parts.push({ text: left > 0 ? `, and ${left} more.` : '.' });
  return parts.map((part, index) =>
    index === 0 ? { ...part, text: part.text.charAt(0).toUpperCase() + part.text.slice(1) } : part,
  );
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
      return { tone: 'run', text: 'sending' };
    case 'queued':
      return { tone: 'wait', text: 'waiting for the board' };
    case 'acknowledged':
      return { tone: 'ok', text: ms === null ? 'done' : `done, ${ms} ms` };
    case 'refused':
      return { tone: 'bad', text: 'not sent' };
    default:
      return stateStatuses[state];
  }
}

/** What became of a run, briefly: `3 of 4 done`. */
export function runStatus({ outcome, results }: SceneRun): { tone: 'ok' | 'run' | 'bad'; text: string } {
  const done = results.filter(({ state }) => state === 'acknowledged' || state === 'unconfirmed').length;
  const text = `${done} of ${results.length} done`;
  if (outcome === 'running') return { tone: 'run', text };
  return outcome === 'done'
    ? { tone: 'ok', text: results.length === 1 ? 'done' : `all ${results.length} done` }
    : { tone: 'bad', text };
}
