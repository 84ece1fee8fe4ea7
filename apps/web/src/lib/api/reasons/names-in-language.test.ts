import { afterEach, expect, it } from 'vitest';
import { i18n } from '../../language/i18n.ts';
import { automationReasons } from './automation-reasons.ts';
import { boardReasons } from './board-reasons.ts';

afterEach(() => i18n.activate('en'));

const names = '“soil moisture below 20” (Pump), “Water”';

it.each([
  ['group', boardReasons.group_in_use],
  ['alert rule', automationReasons.alert_rule_in_use],
  ['scene', automationReasons.scene_in_use],
])('names the automations that use one in the language of the page: %s', (_, text) => {
  expect(text({ names, more: 0 })).toContain(names);
  i18n.load('th', {});
  i18n.activate('th');
  for (const more of [0, 2]) expect(text({ names, more })).toContain('“soil moisture ต่ำกว่า 20” (Pump), “Water”');
});
