import type { AutomationRun } from '@cyno/contract';
import { afterEach, expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { chooseLanguage } from '../../../lib/language/language.ts';
import { RunLog } from './run-log.tsx';

const at = Date.UTC(2026, 10, 21, 14, 5);
const run: AutomationRun = {
  ...{ id: 2, automationId: 7, phase: 'start', step: 0, dueAt: at, at, outcome: 'done' },
  why: 'Soil moisture was 12 %, below 20.',
  whyReport: [
    {
      code: 'held',
      facts: [
        {
          ...{ kind: 'value', label: 'Soil moisture', device: null, unit: '%' },
          ...{ value: 12, comparison: '<', threshold: 20 },
        },
      ],
      seconds: 0,
    },
  ],
  result: 'D1 on, acknowledged after 84 ms.',
  resultReport: [{ code: 'acknowledged', action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 }, ms: 84 }],
};
const ofOlderVersion: AutomationRun = {
  ...{ ...run, id: 1, whyReport: [], resultReport: [] },
  ...{ why: 'Due every day at 07:00.', result: 'Not sent.' },
};

afterEach(() => chooseLanguage('en'));

it('words runs in the language of the page, and shows what an older version stored as it is', async () => {
  await chooseLanguage('th');
  stubApi({ 'GET /api/device/esp32-1/automations/runs': { runs: [run, ofOlderVersion] } });
  const { screen } = await renderInApp(
    <RunLog
      espid="esp32-1"
      automations={[]}
      titleOf={() => ''}
      timeZone="UTC"
      chosen={null}
      onChoose={() => undefined}
    />,
  );
  await expect.element(screen.getByText('ความชื้นในดิน 12 % ต่ำกว่า 20')).toBeVisible();
  await expect.element(screen.getByText('เปิด D1 บอร์ดตอบรับใน 84 มิลลิวินาที')).toBeVisible();
  await expect.element(screen.getByText('Due every day at 07:00.')).toBeVisible();
});
