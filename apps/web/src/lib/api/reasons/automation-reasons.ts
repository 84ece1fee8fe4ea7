import { t } from '@lingui/core/macro';
import type { ReasonTexts } from './reason-texts.ts';

/** Of automations. */
export const automationReasons = {
  alert_rule_not_yours: () => t`Only the owner of the device can use alert rules here. Choose another condition.`,
  automation_time_over: () => t`This time has passed. Choose a later date or time.`,
  device_not_yours: ({ espid }) => t`There is no device “${espid}” in your account. Choose one of your devices.`,
  end_unchanged: () => t`It would be the same afterwards as before. Choose another value.`,
  message_stays: () =>
    t`A sent message cannot be undone. Remove the time limit and what happens when the conditions no longer hold.`,
  message_variable_unknown: ({ device, key }) =>
    t`“${device}” has not sent a variable “${key}”. Put one that it sends into the braces, or remove them.`,
  release_not_above: ({ threshold }) =>
    t`The condition must hold until a value above ${threshold}. Change one of the two numbers.`,
  release_not_below: ({ threshold }) =>
    t`The condition must hold until a value below ${threshold}. Change one of the two numbers.`,
  release_without_side: () => t`Only “above” and “below” can hold until another value.`,
  scene_not_yours: () => t`Only the owner of the device can use scenes here. Choose another action.`,
  scene_stays: () =>
    t`A scene cannot be undone. Remove the time limit and what happens when the conditions no longer hold.`,
  scope_for_owner: () => t`Only the owner of the device can choose devices by tag or group. Choose single devices.`,
  variable_is_text: ({ key }) => t`“${key}” is a text, and rules compare numbers. Choose another variable.`,
  variable_not_sent: ({ device, key }) =>
    t`“${device}” has not sent a variable “${key}” yet. Choose another one, or wait for it.`,
  variable_of_none: ({ key }) => t`None of these devices has sent a variable “${key}”. Choose another one.`,
} satisfies Partial<ReasonTexts>;
