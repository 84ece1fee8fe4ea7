import type { Scene, SceneResult, SceneRun } from '@cyno/contract';

const espid = 'ESP32-000001_AABBCC000001';

/** A lamp of the device that `deviceOf` makes, which its board switched. */
export function sceneResultOf(more: Partial<SceneResult> = {}): SceneResult {
  return {
    espid,
    kind: 'output',
    target: '4',
    mode: 'digit',
    value: '0',
    commandId: 812,
    state: 'acknowledged',
    ms: 84,
    reason: null,
    ...more,
  };
}

/** A run by a person who is somebody else. */
export function sceneRunOf(more: Partial<SceneRun> = {}): SceneRun {
  return {
    id: 51,
    sceneId: 3,
    at: Date.now() - 60_000,
    by: { kind: 'person', name: 'ann@example.com', scene: 'Evening' },
    outcome: 'done',
    results: [sceneResultOf()],
    ...more,
  };
}

/** A scene that turns a lamp off. */
export function sceneOf(more: Partial<Scene> = {}): Scene {
  return {
    id: 3,
    name: 'Evening',
    actions: [{ espid, kind: 'output', pin: '4', mode: 'digit', value: 0 }],
    labels: ['Lamp'],
    locked: false,
    usedBy: [],
    lastRun: null,
    ...more,
  };
}
