import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { joinServer } from '../../test/server.ts';

const fileOf = (name: string) =>
  readFileSync(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

/** What Prometheus derives from histograms. */
const derived = /_(bucket|count|sum)$/;

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:cyno|process|nodejs)_[a-z_]+\b/g)].map(([name]) => name)),
];

test('what Prometheus gets is named and described by its rules, and is all that the dashboard and the alert rules read', async () => {
  const server = await joinServer();
  const text = await (await fetch(new URL('/metrics', server.http))).text();
  await server.stop();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const helps = new Map([...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name = '', help = '']) => [name, help]));
  const own = [...types].filter(([name]) => name.startsWith('cyno_'));
  expect(own.length).toBeGreaterThan(40);
  for (const [name, type] of own) {
    expect(helps.get(name)?.length, name).toBeGreaterThan(10);
    // https://prometheus.io/docs/practices/naming/: base units, and totals only of what is counted.
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kilobytes|megabytes|percent)(_|$)/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
  }
  // What promtool refuses besides, also of the figures that Node has.
  expect([...types].filter(([name, type]) => name.endsWith('_total') && type !== 'counter')).toEqual([]);
  expect([...types.values()].includes('summary') || !text.includes('quantile="')).toBe(true);
  const readBy = (name: string) =>
    namesIn(fileOf(name)).filter((metric) => !types.has(metric) && !types.has(metric.replace(derived, '')));
  expect({ dashboard: readBy('dashboard.json'), alerts: readBy('alerts.yml') }).toEqual({ dashboard: [], alerts: [] });
});

test('every rule can be tested, and every series of a test is one of ours', () => {
  const rules = [...fileOf('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tested = [...fileOf('alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
  expect(new Set(rules).size).toBe(rules.length);
  expect(tested.filter((name) => !rules.includes(name))).toEqual([]);
});

test('promtool accepts every query of the dashboard', async () => {
  const { panels } = JSON.parse(fileOf('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets }) => targets).map(({ expr }) => expr.replaceAll('$instance', '.*'));
  expect(queries.length).toBeGreaterThan(20);
  expect(queries.filter((query) => query.includes('$'))).toEqual([]);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-queries-'));
  // promtool has no command for queries alone; JSON is YAML.
  const rules = queries.map((expr, index) => ({ record: `query_${index}`, expr }));
  const file = join(directory, 'queries.yml');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { stdout } = await promisify(execFile)('promtool', ['check', 'rules', file]);
  await rm(directory, { recursive: true });
  expect(stdout).toContain(`SUCCESS: ${queries.length} rules found`);
});

test('promtool accepts the rules, their tests and what a running server sends', async () => {
  const server = await joinServer();
  const check = fileURLToPath(new URL('../../../../deploy/monitoring/check.sh', import.meta.url));
  const { stdout } = await promisify(execFile)(check, [new URL('/metrics', server.http).href]);
  await server.stop();
  expect(stdout).toMatch(/SUCCESS: \d+ rules found[\s\S]*Unit Testing:[\s\S]*SUCCESS/);
});
