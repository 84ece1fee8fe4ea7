import { type AutomationRun, type RunReport, runText } from '@cyno/contract';
import { expect, test } from 'vitest';
import { visibleRun } from './visible-run.ts';

const compared = { value: 12, comparison: '<', threshold: 20 } as const;
const soilOf = (device: string | null) => ({ label: 'Soil', unit: '%', device });
const whyReport: RunReport = [
  {
    code: 'held',
    facts: [
      { kind: 'value', ...soilOf(null), ...compared },
      { kind: 'value', ...soilOf('Bedroom of Ann'), ...compared },
      { kind: 'value', ...soilOf('Greenhouse'), ...compared },
      { kind: 'alert', name: 'Ann is away', state: 'active', device: 'Bedroom of Ann' },
    ],
    seconds: 0,
  },
  { code: 'ceased', ...soilOf('Bedroom of Ann'), ...compared, release: null },
  { code: 'alert_ceased', name: 'Ann is away', state: 'active' },
  { code: 'unknown', ...soilOf('Bedroom of Ann') },
];
const resultReport: RunReport = [
  { code: 'message_queued', subject: 'Bedroom of Ann is dry' },
  { code: 'scene_ended', scene: 'Bedroom of Ann', done: 1, count: 2 },
  { code: 'not_held', ...soilOf('Bedroom of Ann'), ...compared },
];
const run: AutomationRun = {
  id: 1,
  automationId: 1,
  phase: 'start',
  step: 0,
  dueAt: 0,
  at: 0,
  outcome: 'done',
  why: runText(whyReport, 'en'),
  whyReport,
  result: runText(resultReport, 'en'),
  resultReport,
};

test('its owner reads everything', () => {
  expect(visibleRun(run, { isOwner: true, knowsDevice: () => true })).toEqual(run);
});

test('others read nothing of devices, rules, scenes and messages that are not theirs to see', () => {
  const seen = visibleRun(run, { isOwner: false, knowsDevice: (name) => name === 'Greenhouse' });
  expect(JSON.stringify(seen)).not.toContain('Ann');
  expect(seen.why).toBe(
    'Soil was 12 %, below 20, Soil of another device was 12 %, below 20, Soil of Greenhouse was 12 %, below 20 and an alert of another device is active.' +
      ' Soil of another device was 12 %, no longer below 20. An alert is no longer active. Soil of another device is not known.',
  );
  expect(seen.result).toBe(
    "Message queued for the owner's contacts. Scene: 1 of 2 done. Soil of another device was 12 %, not below 20.",
  );
  expect(runText(seen.whyReport, 'th')).toContain('ของอุปกรณ์อื่น');
});

test('what an older version stored in English alone is left out', () => {
  const old = { ...run, why: 'Soil of Bedroom of Ann was 12 %.', whyReport: [] };
  expect(visibleRun(old, { isOwner: false, knowsDevice: () => false }).why).toBe('');
});
