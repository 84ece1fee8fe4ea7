import type { TimerDefinition } from '@cyno/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAutomationBench, onA } from '../../../../test/automation.ts';
import { readableLogger } from '../../../../test/log.ts';
import { StepRunner } from '../steps/index.ts';

const start = Date.parse('2026-11-21T06:59:50Z');
let bench: Awaited<ReturnType<typeof createAutomationBench>>;
beforeEach(async () => {
  bench = await createAutomationBench(start);
});
afterEach(() => bench.close());

const feed = { kind: 'event', name: 'feed', value: '1' } as const;
const breakfast: TimerDefinition = {
  kind: 'timer',
  at: { type: 'time', secondOfDay: 7 * 3_600 },
  repeat: { type: 'daily' },
  action: feed,
};

test('what is tried again while the database is away has one line a minute in the log, not one each time', async () => {
  const { log, lines } = readableLogger();
  const server = await bench.startServer(log);
  server.connect('A');
  await server.add('A', breakfast, 'Breakfast');
  await server.add('A', onA({ action: feed }), 'Dry');
  const actions = [{ espid: 'A', ...feed }];
  const { scenes, runner, findById } = server.scenes;
  const { id } = await scenes.create(bench.accountId, { name: 'Evening', actions });
  const scene = await findById(id);
  if (scene) await runner.run(scene, { by: { kind: 'rule', name: 'Dry' }, waitsMs: 300_000 });
  const rename = (from: string, to: string) => bench.database.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  for (const table of ['automation_runs', 'scene_runs']) await rename(table, `${table}_away`);
  server.measure('A', { soil: 5 });
  server.report('A', 'eventact', 'Event:feed:1');
  await bench.time.pass(45_000);
  const warnings = lines.filter(({ level }) => level === log.levels.values.warn).map(({ msg }) => String(msg));
  expect(warnings.sort()).toEqual([
    'A step of a rule failed; it is tried again',
    'A timer could not run; it is tried again',
    'What became of a scene was not written; it is tried again',
  ]);
  for (const table of ['automation_runs', 'scene_runs']) await rename(`${table}_away`, table);
});

test('steps that cannot be read have one line too', async () => {
  const { log, texts } = readableLogger();
  const repository = { moveWaiting: () => Promise.reject(new Error('Connection terminated unexpectedly')) };
  const steps = new StepRunner({ repository, clock: bench.time, log } as never);
  for (let tries = 0; tries < 20; tries += 1) await steps.check();
  expect(texts()).toEqual(['Steps of automations could not be done; they are tried again']);
});
