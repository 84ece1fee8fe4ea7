import { plural, t } from '@lingui/core/macro';
import { formatInteger } from '../../format/format.ts';
import { namesInLanguage } from './names-in-language.ts';
import type { ReasonTexts } from './reason-texts.ts';

/** Of automations, alerts, scenes, blueprints, notifications and maintenance. */
export const automationReasons = {
  alert_rule_not_yours: () => t`Only the owner of the device can use alert rules here. Choose another condition.`,
  automation_time_over: () => t`This time has passed. Choose a later date or time.`,
  device_hidden: () =>
    t`It reads a device that is not shared with you. Remove that part, or let the owner make the change.`,
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
  alert_clears_above: ({ threshold }) => t`The alert can clear only at or above ${threshold}.`,
  alert_clears_below: ({ threshold }) => t`The alert can clear only at or below ${threshold}.`,
  alert_rule_in_use: ({ names, more }) =>
    more > 0
      ? t`${{ names: namesInLanguage(names) }} and ${more} more automations use this rule. Change or delete them first.`
      : t`${{ names: namesInLanguage(names) }} uses this rule. Change or delete that automation first.`,
  alert_rule_of_silence: () => t`This rule is about devices that send nothing. Add another rule for anything else.`,
  alert_rule_stays: () => t`Every account has this rule. Switch it off instead.`,
  alert_rules_watch_too_much: ({ count, max }) =>
    t`All rules together would watch devices ${formatInteger(count)} times, at most ${formatInteger(max)} are possible. Choose fewer devices.`,
  blueprint_damaged: ({ part }) =>
    part === ''
      ? t`This blueprint is damaged. Get another copy of it.`
      : t`This blueprint is damaged at “${part}”. Get another copy of it.`,
  blueprint_incomplete: () => t`This is not a blueprint. Copy all of its text, from the first brace to the last.`,
  blueprint_input_invalid: ({ label }) => t`“${label}” needs another value. Choose or enter one that fits.`,
  blueprint_markup: () => t`This blueprint contains HTML, which is not allowed. Get another copy of it.`,
  blueprint_newer: ({ version, known }) =>
    t`The blueprint has version ${version}, and this server reads version ${known}. Update the server first.`,
  blueprint_none: () => t`This is not a blueprint. Choose a file that Cyno exported, or copy all of its text.`,
  blueprint_part: ({ part }) => t`Blueprints cannot contain “${part}” of this automation yet.`,
  blueprint_too_large: () => t`The blueprint is larger than 64 KB.`,
  blueprint_too_many_inputs: ({ count, max }) =>
    t`A blueprint has room for ${max} things to choose, and here are ${count}. Choose fewer, or split it in two.`,
  blueprint_unknown_field: () => t`The blueprint has a part that this server does not know. Update the server first.`,
  contact_address_refused: () =>
    t`This server sends nothing to this address. Enter a public address that begins with https://, without a user name.`,
  device_not_yours_to_operate: ({ espid }) =>
    t`There is no device “${espid}” that you can control. Choose another one.`,
  device_view_only: ({ name }) =>
    t`You can view ${name}, but not control it. Contact its owner if you need to do more.`,
  devices_view_only: () =>
    t`You can view these devices, but not control them. Contact their owner if you need to do more.`,
  dry_run_too_long: () => t`This takes too long. Try fewer days.`,
  dry_runs_busy: () => t`Other tests are running. Wait until they are done.`,
  maintenance_overlaps: () => t`What repeats every week must be shorter than a week.`,
  maintenance_too_long: () => t`Maintenance can last at most one year.`,
  output_locked: ({ name }) => t`${name} asks before it is switched. Open Cyno to switch it.`,
  message_link_over: () => t`This link was already used, or it is too old. Open Cyno to see what is left to do.`,
  message_not_about_alert: () => t`This message is not about an alert.`,
  scene_in_use: ({ names, more }) =>
    more > 0
      ? t`${{ names: namesInLanguage(names) }} and ${more} more automations run this scene. Change or delete them first.`
      : t`${{ names: namesInLanguage(names) }} runs this scene. Change or delete that automation first.`,
  too_many_maintenances: ({ max }) =>
    plural(max, { other: 'There are already # maintenance windows of these devices. End one first.' }),
} satisfies Partial<ReasonTexts>;
