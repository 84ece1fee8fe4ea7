import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../../test/alerts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { AlertMark } from './alert-mark.tsx';

const known = { state: 'acknowledged', acknowledgedAt: Date.now() } as const;

it.each([
  ['the worst of several', [alertOf({ severity: 'info' }), alertOf({ id: 2 })], '2 alerts: Critical'],
  [
    'one that nobody knows before those that somebody does',
    [alertOf(known), alertOf({ id: 2, severity: 'info' })],
    '1 alert: Info',
  ],
  ['what somebody knows', [alertOf({ ...known, severity: 'warning' })], '1 acknowledged alert: Warning'],
])('marks %s', async (_, alerts, label) => {
  stubApi({ 'GET /api/alerts': alertListOf(alertOf({ id: 9, espid: 'ESP32-9' }), ...alerts) });
  const { screen } = await renderInApp(<AlertMark espids={[alertOf().espid]} />);
  await expect.element(screen.getByTitle(label)).toBeVisible();
});
