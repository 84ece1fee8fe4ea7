import type { ControlState, Scene, SceneAction, SceneRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type ActionDraft, type Problems, readAction } from '../definitions/index.ts';

/** One thing that a scene sets, while it is edited; `id` only distinguishes it from its neighbours. */
export type StepDraft = { id: number; espid: string; action: ActionDraft | null };
export type SceneDraft = { name: string; steps: readonly StepDraft[] };
/** What is wrong with the name, and with steps by their ids. */
export type SceneProblems = { name?: string; steps: ReadonlyMap<number, string> };

/** What the fields show for a scene that is there. */
export const draftOfScene = ({ name, actions }: Pick<Scene, 'name' | 'actions'>): SceneDraft => ({
  name,
  steps: actions.map(({ espid, ...action }, id) => ({ id, espid, action: { ...action, value: String(action.value) } })),
});

type Reading = { request: SceneRequest | null; problems: SceneProblems };

/** The scene that the fields describe, or null with what is wrong where; `controls` are those of its devices that are known. */
export function sceneOf({ name, steps }: SceneDraft, controls: ReadonlyMap<string, ControlState | undefined>): Reading {
  const wrong = new Map<number, string>();
  const actions: SceneAction[] = [];
  const known = new Set<string>();
  for (const { id, espid, action } of steps) {
    const problems: Problems = {};
    const read = readAction(action, { control: controls.get(espid), problems });
    if (problems.action !== undefined) wrong.set(id, problems.action);
    else if (read?.kind === 'output' || read?.kind === 'event') {
      const target = `${espid} ${read.kind} ${read.kind === 'output' ? read.pin : read.name}`;
      if (known.has(target)) wrong.set(id, t`Already set above.`);
      known.add(target);
      actions.push({ espid, ...read });
    }
  }
  const trimmed = name.trim();
  const problems = { ...(trimmed === '' && { name: t`Type a name.` }), steps: wrong };
  const isRight = trimmed !== '' && wrong.size === 0 && actions.length > 0;
  return { request: isRight ? { name: trimmed, actions } : null, problems };
}

/** The outputs of a device as its board reported them, for a scene that restores them. */
export function stepsNow(espid: string, { outputs }: ControlState, firstId: number): StepDraft[] {
  const reported = outputs.flatMap(({ pin, mode, reported: value, momentaryMs }) =>
    value === null || momentaryMs !== null ? [] : [{ kind: 'output' as const, pin, mode, value: String(value) }],
  );
  return reported.map((action, index) => ({ id: firstId + index, espid, action }));
}
