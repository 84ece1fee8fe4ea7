import type { SceneAction } from '@cyno/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BenchServer, createAutomationBench, onA } from '../../../../test/automation.ts';
import { sceneRunsRepository } from './scene-runs.repository.ts';
import { scenesRepository } from './scenes.repository.ts';

const start = Date.UTC(2026, 10, 1, 6);
let bench: Awaited<ReturnType<typeof createAutomationBench>>;
let server: BenchServer;
beforeEach(async () => {
  bench = await createAutomationBench(start);
  server = await bench.startServer();
});
afterEach(() => bench.close());

const actions: SceneAction[] = [
  { espid: 'A', kind: 'output', pin: 'D2', mode: 'digit', value: 1 },
  { espid: 'B', kind: 'event', name: 'mode', value: 'night' },
];
const rule = { kind: 'rule', name: 'Dry' } as const;

async function addScene() {
  const scene = await scenesRepository(bench.database).add(bench.accountId, { name: 'Evening', actions }, start);
  if (!scene) throw new Error('The scene was not stored.');
  return scene;
}
async function newestRun() {
  const { rows } = await bench.database.pool.query('select outcome, results from scene_runs order by id desc limit 1');
  return rows[0];
}
const statesOf = (run: { results: { state: string }[] }) => run.results.map(({ state }) => state);
/** Another server takes the place of the one that was killed. */
async function startNext(afterMs = 3_000): Promise<BenchServer> {
  await bench.time.pass(afterMs);
  const next = await bench.startServer();
  for (const espid of ['A', 'B']) next.connect(espid);
  await bench.time.pass(1_000);
  return next;
}
/** Sorted: boards are sent theirs at the same time. */
const sentOf = ({ sent }: BenchServer) => sent.filter((line) => / (io|event) /.test(line)).sort();

test('what was sent before a kill is not sent twice by the next server, and what became of it is written', async () => {
  for (const espid of ['A', 'B']) server.connect(espid);
  const scene = await addScene();
  await server.scenes.runner.run(scene, { by: rule, waitsMs: 300_000 });
  await bench.time.pass(1_000);
  expect(sentOf(server)).toEqual(['A io D2:digit:1', 'B event Event:mode:night']);
  // The write of what was sent was lost as well.
  await bench.database.pool.query("update scene_runs set results = jsonb_set(results, '{0,commandId}', 'null')");
  server.report('A', 'ioact', 'D2:act:1');
  server.report('B', 'eventact', 'Event:mode:night');
  await bench.settled();
  await bench.database.pool.query("update scene_runs set outcome = 'running'");
  const next = await startNext();
  expect(sentOf(next)).toEqual([]);
  expect(await newestRun()).toMatchObject({ outcome: 'done' });
});

test('a run that ends while the list is read is not in it as running', async () => {
  for (const espid of ['A', 'B']) server.connect(espid);
  await server.scenes.runner.run(await addScene(), { by: rule, waitsMs: 300_000 });
  await bench.time.pass(1_000);
  const describeRun = server.scenes.runner.describer();
  const [row] = await sceneRunsRepository(bench.database).lastOf(bench.accountId);
  if (!row) throw new Error('The run was not stored.');
  server.report('A', 'ioact', 'D2:act:1');
  server.report('B', 'eventact', 'Event:mode:night');
  await bench.settled();
  expect(await newestRun()).toMatchObject({ outcome: 'done' });
  expect([row.outcome, describeRun(row).outcome]).toEqual(['running', 'done']);
});

const person = { kind: 'person', name: 'owner@example.com', id: 1 } as const;

const both = ['A io D2:digit:1', 'B event Event:mode:night'];
test.each<[string, typeof rule | typeof person, { agoMs?: number; isDeleted?: boolean }, string[]]>([
  ['a rule', rule, {}, both],
  ['a rule in the moment before', rule, { agoMs: 0 }, both],
  ['a rule, by a clock that was ahead,', rule, { agoMs: -60_000 }, both],
  ['a rule, with a scene that was deleted since,', rule, { isDeleted: true }, []],
  ['a person', person, {}, []],
])(
  'what %s began and was not sent before a kill is sent by the next server if nobody else will',
  async (_, actor, { agoMs = 3_000, isDeleted = false }, expected) => {
    const scene = await addScene();
    const results = actions.map((action) => ({
      espid: action.espid,
      kind: action.kind,
      target: action.kind === 'output' ? action.pin : action.name,
      mode: action.kind === 'output' ? action.mode : null,
      value: String(action.value),
      commandId: null,
      state: null,
      ms: null,
      reason: null,
    }));
    const at = start - agoMs;
    const run = { sceneId: scene.id, at, takenAt: at, actor, waitsMs: 300_000, outcome: 'running' } as const;
    await sceneRunsRepository(bench.database).add({ ...run, results });
    if (isDeleted) await scenesRepository(bench.database).remove(bench.accountId, scene.id, start);
    const next = await startNext(0);
    expect(sentOf(next)).toEqual(expected);
    if (expected.length === 0) expect(statesOf(await newestRun())).toEqual(['refused', 'refused']);
  },
);

test('a rule whose server is killed while its scene runs has its outcome from the next one', async () => {
  for (const espid of ['A', 'B']) server.connect(espid);
  const scene = await addScene();
  await server.add('A', onA({ action: { kind: 'scene', sceneId: scene.id } }));
  await server.measure('A', { soil: 12 });
  await bench.time.pass(1_000);
  expect(sentOf(server)).toEqual(['A io D2:digit:1', 'B event Event:mode:night']);
  await server.stop();
  const next = await startNext();
  next.report('A', 'ioact', 'D2:act:1');
  next.report('B', 'eventact', 'Event:mode:night');
  await bench.settled();
  await bench.time.pass(10_000);
  expect(await bench.runs()).toMatchObject([{ outcome: 'done', result: 'Scene "Evening": all 2 done.' }]);
});

test('a scene is over when its server stopped before the response to something momentary, and so is what led to it', async () => {
  await bench.database.pool.query(
    `insert into board_events (device_id, name, widget, choices, momentary)
     select id, 'mode', 'button', '{}', true from devices where espid = 'B'`,
  );
  await server.stop();
  server = await startNext();
  const scene = await scenesRepository(bench.database).add(
    bench.accountId,
    { name: 'Bell', actions: actions.slice(1) },
    start,
  );
  await server.add('A', onA({ action: { kind: 'scene', sceneId: scene?.id ?? 0 } }));
  await server.measure('A', { soil: 12 });
  await bench.time.pass(1_000);
  expect(sentOf(server)).toEqual(['B event Event:mode:night']);
  await server.stop();
  await startNext();
  expect(await newestRun()).toMatchObject({ outcome: 'failed' });
  expect(await bench.runs()).toMatchObject([{ outcome: 'failed' }]);
});

test('a scene that is gone by the time of a rule is told in the run log', async () => {
  await server.add('A', onA({ action: { kind: 'scene', sceneId: 4_711 } }));
  await server.measure('A', { soil: 12 });
  await bench.settled();
  expect(await bench.runs()).toMatchObject([
    { outcome: 'failed', result: 'There is no scene "4711" in your account.' },
  ]);
});
