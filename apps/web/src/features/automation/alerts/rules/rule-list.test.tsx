import { type AlertRule, builtInRuleName } from '@cyno/contract';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { alertRuleOf } from '../../../../../test/alerts.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { pressNow } from '../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { UntilLeft } from '../../../../../test/until-left.tsx';
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

/** `here` null: the page of all rules. */
async function openList(
  rules: AlertRule[],
  replies: Parameters<typeof stubApi>[0] = {},
  here: typeof device | null = device,
) {
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/alert-rules': () => ({ rules, allowed: 100 }),
    'POST /api/alert-rules': alertRuleOf(),
    'PATCH /api/alert-rules/7': alertRuleOf(),
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
  const { screen } = await renderInApp(
    <UntilLeft>
      <RuleList device={here} />
    </UntilLeft>,
  );
  const sent = (method: string, path: string) =>
    callsOf(calls, method).flatMap((call) => (call.path === path ? [call.body] : []));
  return { screen, sent, calls };
}

it('reads the rules that watch the device aloud, switches and snoozes them', async () => {
  const elsewhere = alertRuleOf({ id: 8, name: 'Elsewhere', scope: { kind: 'tag', tag: 'pond' } });
  const { screen, sent } = await openList([alertRuleOf(), elsewhere]);
  await screen.getByRole('switch', { name: sentence }).click();
  await expect.element(screen.getByText('Elsewhere')).not.toBeInTheDocument();
  await expect.poll(() => sent('PATCH', '/api/alert-rules/7')).toEqual([{ enabled: false }]);
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await screen.getByRole('menuitem', { name: 'Snooze for 1 hour' }).click();
  await expect.poll(() => sent('POST', '/api/alert-rules/7/mute')).toEqual([{ minutes: 60 }]);
});

it('has the focus at the next rule after one was deleted', async () => {
  let rules = [alertRuleOf(), alertRuleOf({ id: 8, name: 'Pond' })];
  const { screen } = await openList([], {
    'GET /api/alert-rules': () => ({ rules, allowed: 100 }),
    'DELETE /api/alert-rules/7': () => {
      rules = rules.slice(1);
      return undefined;
    },
  });
  const menus = screen.getByRole('button', { name: /^Actions for/ });
  await expect.poll(() => menus.elements().length).toBe(2);
  (menus.first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(() => menus.elements().length).toBe(1);
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Pond' })).toHaveFocus();
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

it('a rule is stored when it is known where it clears, also when its limit was typed before', async () => {
  const range = Promise.withResolvers<object>();
  const { screen, sent } = await openList([], { [`GET /api/device/${espid}/statistics`]: () => range.promise });
  await screen.getByRole('button', { name: 'Add rule' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New rule' });
  const save = sheet.getByRole('button', { name: 'Save' });
  await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('20');
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await pressNow(save);
  range.resolve({ variables: { temp: { min: { value: 12.3 }, max: { value: 27.8 } } } });
  await expect.element(sheet.getByRole('textbox', { name: 'It clears at' })).toHaveValue('18');
  await save.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent('POST', '/api/alert-rules')).toMatchObject([{ condition: { threshold: 20, release: 18 } }]);
});

it('a rule is stored without a recent range when that cannot be fetched', async () => {
  const { screen, sent } = await openList([], {
    [`GET /api/device/${espid}/statistics`]: () => refuse(503, 'unavailable', 'Away.'),
  });
  await screen.getByRole('button', { name: 'Add rule' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New rule' });
  await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('20');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent('POST', '/api/alert-rules')).toMatchObject([{ condition: { threshold: 20, release: null } }]);
});

it('where a rule clears does not move with the device that it is tested on, or with its devices', async () => {
  const pond = deviceOf({ espid: 'ESP32-000001_AABBCC000002', name: 'Pond', tags: ['fish'] });
  const { screen, sent } = await openList(
    [],
    {
      'GET /api/device/': [device, pond],
      [`GET /api/device/${pond.espid}/statistics`]: {
        variables: { temp: { min: { value: 0 }, max: { value: 1_000 } } },
      },
    },
    null,
  );
  await screen.getByRole('button', { name: 'Add rule' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New rule' });
  const clears = sheet.getByRole('textbox', { name: 'It clears at' });
  const testOn = async (name: string) => {
    await sheet.getByRole('button', { name: /Device to test on/ }).click();
    await screen.getByRole('option', { name }).click();
  };
  await expect.element(clears).toHaveValue('26');
  await testOn('Pond');
  await expect.poll(() => sent('POST', '/api/alert-rules/dry-run').at(-1)).toMatchObject({ espid: pond.espid });
  await expect.element(clears).toHaveValue('26');
  await sheet.getByRole('textbox', { name: 'Limit', exact: true }).fill('20');
  await testOn('Greenhouse');
  await testOn('Pond');
  await sheet.getByRole('button', { name: /Devices$/ }).click();
  await screen.getByRole('option', { name: 'devices with a tag' }).click();
  await sheet.getByRole('button', { name: /Tag$/ }).click();
  await screen.getByRole('option', { name: 'fish' }).click();
  await expect.element(clears).toHaveValue('18');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent('POST', '/api/alert-rules')).toMatchObject([
    { scope: { kind: 'tag', tag: 'fish' }, condition: { threshold: 20, release: 18 } },
  ]);
});

it('an edit leaves the switch of a rule as it is, also while that is on its way', async () => {
  const held = Promise.withResolvers<void>();
  const { screen, sent } = await openList([alertRuleOf()], {
    'PATCH /api/alert-rules/7': async ({ body }) => {
      if ('enabled' in (body as object)) await held.promise;
      return alertRuleOf();
    },
  });
  await screen.getByRole('switch', { name: sentence }).click();
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Edit rule' });
  await sheet.getByRole('textbox', { name: 'Name (optional)' }).fill('Hot');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  const { severity, scope, condition } = alertRuleOf();
  expect(sent('PATCH', '/api/alert-rules/7')).toEqual([
    { enabled: false },
    { name: 'Hot', severity, scope, condition },
  ]);
  held.resolve();
});

it('shows that a rule was not switched off also after its page was left', async () => {
  const refused = Promise.withResolvers<Response>();
  const { screen, sent } = await openList([alertRuleOf()], { 'PATCH /api/alert-rules/7': () => refused.promise });
  await screen.getByRole('switch', { name: sentence }).click();
  await expect.poll(() => sent('PATCH', '/api/alert-rules/7')).toHaveLength(1);
  await screen.getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByRole('switch')).not.toBeInTheDocument();
  refused.resolve(refuse(503, 'unavailable', 'Away.'));
  await expect.element(screen.getByText('Rule not switched off')).toBeVisible();
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
  const { screen } = await openList([alertRuleOf()], { 'PATCH /api/alert-rules/7': () => refusal.clone() });
  await screen.getByRole('button', { name: /^Actions for/ }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Edit rule' });
  const limit = sheet.getByRole('textbox', { name: 'Limit', exact: true });
  await limit.fill('hot');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Type a number, such as 1000 or 21.5.')).toBeVisible();
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
  await expect.poll(() => sent('PATCH', '/api/alert-rules/7')).toMatchObject([{ name: builtInRuleName }]);
});
