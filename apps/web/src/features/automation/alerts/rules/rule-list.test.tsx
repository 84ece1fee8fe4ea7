import { type AlertRule, builtInRuleName } from '@cyno/contract';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { alertRuleOf } from '../../../../../test/alerts.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { chooseLanguage } from '../../../../lib/language/language.ts';
import { RuleList } from './rule-list.tsx';

afterEach(() => chooseLanguage('en'));

const device = deviceOf({ tags: ['vegetables'] });
const { espid } = device;
const hour = 3_600_000;
const to = Date.parse('2026-11-21T12:00:00Z');
const run = {
  from: to - 7 * 24 * hour,
  to,
  count: 14,
  atNight: 3,
  alerts: [{ activeAt: to - 5 * hour, clearedAt: to - 4 * hour, text: 'Temperature was 34 °C.' }],
  series: Array.from({ length: 168 }, (_, index) => [to - (168 - index) * hour, 20 + 8 * Math.sin(index / 4)]),
  note: null,
};
const sentence =
  'When Temperature of any device is above 30 °C for 5 minutes, raise a critical alert. It clears at 28 °C or below.';

async function openList(rules: AlertRule[], replies: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/alert-rules': () => ({ rules, allowed: 100 }),
    'POST /api/alert-rules': alertRuleOf(),
    'PUT /api/alert-rules/7': alertRuleOf(),
    'DELETE /api/alert-rules/7': undefined,
    'POST /api/alert-rules/7/restore': alertRuleOf(),
    'POST /api/alert-rules/7/mute': alertRuleOf(),
    'POST /api/alert-rules/dry-run': run,
    [`GET /api/device/${espid}/statistics`]: {
      from: run.from,
      to,
      estimated: false,
      variables: { temp: { min: { value: 12.3 }, max: { value: 27.8 } } },
    },
    ...replies,
  });
  const { screen } = await renderInApp(<RuleList device={device} />);
  const sent = (method: string, path: string) =>
    callsOf(calls, method).flatMap((call) => (call.path === path ? [call.body] : []));
  return { screen, sent, calls };
}

it('reads the rules that watch the device aloud, switches and snoozes them', async () => {
  const elsewhere = alertRuleOf({ id: 8, name: 'Elsewhere', scope: { kind: 'tag', tag: 'pond' } });
  const { screen, sent } = await openList([alertRuleOf(), elsewhere]);
  await screen.getByRole('switch', { name: sentence }).click();
  await expect.element(screen.getByText('Elsewhere')).not.toBeInTheDocument();
  await expect.poll(() => sent('PUT', '/api/alert-rules/7')).toMatchObject([{ enabled: false, severity: 'critical' }]);
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await screen.getByRole('menuitem', { name: 'Snooze for 1 hour' }).click();
  await expect.poll(() => sent('POST', '/api/alert-rules/7/mute')).toEqual([{ minutes: 60 }]);
});

it('deletes a rule at once, and restores it from the notice', async () => {
  const { screen, sent } = await openList([alertRuleOf()]);
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await screen.getByRole('menuitem', { name: 'Delete' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent('POST', '/api/alert-rules/7/restore')).toHaveLength(1);
});

it('the rule that every account has is not deleted', async () => {
  const builtIn = alertRuleOf({ builtIn: true, condition: { kind: 'silent', seconds: null } });
  const { screen } = await openList([builtIn]);
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

it('a new rule begins with limits from the recent range, and shows when it would have alerted', async () => {
  const { screen, sent } = await openList([]);
  await screen.getByRole('button', { name: 'Add rule' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New rule' });
  await expect.element(sheet.getByRole('textbox', { name: 'Limit', exact: true })).toHaveValue('28');
  await expect.element(sheet.getByRole('textbox', { name: 'It clears at' })).toHaveValue('26');
  await expect
    .element(sheet.getByText('Would have alerted 14 times in the last 7 days, 3 of them at night.'))
    .toBeVisible();

  const handle = sheet.getByRole('slider', { name: 'Limit on the chart' });
  await expect.element(handle).toHaveAttribute('aria-valuetext', '28 °C');
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => Number(handle.element().getAttribute('aria-valuenow'))).toBeGreaterThan(28);
  const limit = Number(handle.element().getAttribute('aria-valuenow'));
  await expect.element(sheet.getByRole('textbox', { name: 'Limit', exact: true })).toHaveValue(String(limit));

  const wayBack = sheet.getByRole('slider', { name: 'Where it clears, on the chart' });
  await expect.element(wayBack).toHaveAttribute('aria-valuenow', String(Number((limit - 2).toPrecision(12))));
  (wayBack.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => Number(wayBack.element().getAttribute('aria-valuenow'))).toBeLessThan(limit - 2);
  const release = Number(wayBack.element().getAttribute('aria-valuenow'));
  await expect.element(sheet.getByRole('textbox', { name: 'It clears at' })).toHaveValue(String(release));
  await expect.element(handle).toHaveAttribute('aria-valuenow', String(limit));

  await sheet.getByRole('textbox', { name: 'Name (optional)' }).fill('Too hot');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent('POST', '/api/alert-rules')).toEqual([
    {
      name: 'Too hot',
      enabled: true,
      severity: 'warning',
      scope: { kind: 'devices', espids: [espid] },
      condition: {
        kind: 'limit',
        key: 'temp',
        comparison: '>',
        threshold: limit,
        release,
        forSeconds: 300,
        clearSeconds: 0,
      },
    },
  ]);
});

it('suggests to watch a battery', async () => {
  const battery = variableOf('vbat', { value: 3.9, unit: 'V', label: 'Battery' });
  const withBattery = { ...device, variables: [...device.variables, battery] };
  const { screen, sent } = await openList([], { 'GET /api/device/': [withBattery] });
  await screen.getByRole('button', { name: 'Add rule' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New rule' });
  await sheet.getByRole('button', { name: 'Battery below 3.7 V' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => sent('POST', '/api/alert-rules'))
    .toMatchObject([
      {
        name: 'Low battery',
        condition: { key: 'vbat', comparison: '<', threshold: 3.7, release: 3.8, forSeconds: 600 },
      },
    ]);
});

it('says what is missing, shows the remarks of the server, and asks before it forgets what was typed', async () => {
  const refusal = refuse(400, 'validation_failed', 'Not so.', {
    fields: { 'condition.threshold': 'Too hot to be true.' },
  });
  const { screen } = await openList([alertRuleOf()], { 'PUT /api/alert-rules/7': () => refusal.clone() });
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Edit rule' });
  const limit = sheet.getByRole('textbox', { name: 'Limit', exact: true });
  await limit.fill('hot');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Type a number.')).toBeVisible();
  await limit.fill('300');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Too hot to be true.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

it('names the built-in rule in the language of the page, and stores its name only when somebody changed it', async () => {
  await chooseLanguage('th');
  const { screen, sent } = await openList([alertRuleOf({ name: builtInRuleName, builtIn: true })]);
  await screen.getByRole('button', { name: /ไม่มีข้อมูล/ }).click();
  await screen.getByRole('menuitem', { name: 'แก้ไข' }).click();
  await screen.getByRole('button', { name: 'บันทึก' }).click();
  await expect.poll(() => sent('PUT', '/api/alert-rules/7')).toMatchObject([{ name: builtInRuleName }]);
});
