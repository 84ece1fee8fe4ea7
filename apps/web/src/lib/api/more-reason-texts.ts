import { plural, t } from '@lingui/core/macro';
import { automationReasons } from './reasons/automation-reasons.ts';
import { boardReasons } from './reasons/board-reasons.ts';
import { dashboardReasons } from './reasons/dashboard-reasons.ts';
import { missingThings } from './reasons/missing-things.ts';
import { peopleReasons } from './reasons/people-reasons.ts';
import type { ReasonTexts } from './reasons/reason-texts.ts';
import { telemetryReasons } from './reasons/telemetry-reasons.ts';
import type { StartReason } from './start-reason-texts.ts';

/** What login pages seldom meet; fetched when the first of them comes. */
export const moreReasonTexts: Omit<ReasonTexts, StartReason> = {
  ...automationReasons,
  ...boardReasons,
  ...dashboardReasons,
  ...peopleReasons,
  ...telemetryReasons,
  address_listed: () => t`This address is already in the list.`,
  board_of_other_account: ({ espid }) => t`The board “${espid}” belongs to another account. If you have it, claim it.`,
  board_offline: () => t`The board is offline. Nothing was sent.`,
  changed_meanwhile: () => t`Someone changed this dashboard in the meantime. Load it again.`,
  claim_decided: () => t`This claim has already been decided.`,
  commands_waiting: () => t`Too many commands are waiting for this board. Try again when it is back.`,
  device_limit: ({ plan, max }) =>
    plural(max, {
      one: `Your plan (${plan}) has room for # device. Delete one or choose a larger plan.`,
      other: `Your plan (${plan}) has room for # devices. Delete one or choose a larger plan.`,
    }),
  device_paused: () => t`This device is paused. Contact its owner or see the plan page.`,
  end_in_past: () => t`Choose a later time.`,
  firmware_too_large: () => t`A firmware image can have at most 16 MB.`,
  image_in_use: () => t`An update uses this image. Stop it or wait until it ends, then delete the image.`,
  images_too_large: () => t`Your images can have at most 200 MB together. Delete one that no board needs.`,
  invitation_needed: () => t`This server accepts invited people only. Open the link in your invitation.`,
  invited_already: ({ email }) => t`You already invited ${email}. Change or cancel that invitation.`,
  last_administrator: () => t`You are the only administrator. Make another account administrator first.`,
  last_way_in: () => t`This is the only way into your account. Set a password or add a passkey first.`,
  library_too_old: () => t`The board needs library 1.0.8 or newer for this. Update its sketch.`,
  link_ended: () => t`This link does not exist or has expired.`,
  list_changed: () => t`The list has changed. Reload the page and try again.`,
  name_taken: ({ name }) => t`You already have “${name}”. Choose another name.`,
  new_boards_limit: ({ max }) =>
    plural(max, {
      one: 'At most # new board can join within an hour. Try again later.',
      other: 'At most # new boards can join within an hour. Try again later.',
    }),
  not_allowed: () => t`You have no right to do this here. Contact the owner.`,
  not_found: () => t`Not found. It was deleted, or it is not in your account.`,
  not_offered: () => t`This guest pass does not allow that.`,
  own_address: () => t`This is already your address.`,
  own_thing: () => t`This is already yours.`,
  people_limit: ({ plan, max }) =>
    plural(max, {
      one: `Your plan (${plan}) allows # person here, invited people included. Remove one or choose a larger plan.`,
      other: `Your plan (${plan}) allows # people here, invited people included. Remove one or choose a larger plan.`,
    }),
  plan_automations_limit: ({ plan, max }) =>
    plural(max, {
      one: `Your plan (${plan}) allows # automation per device. Delete one or choose a larger plan.`,
      other: `Your plan (${plan}) allows # automations per device. Delete one or choose a larger plan.`,
    }),
  playback_not_shared: () => t`The owner does not share the past of this dashboard.`,
  project_changed: () => t`This project was saved elsewhere in the meantime. Load it again.`,
  request_too_large: () => t`This is too large to send.`,
  request_unreadable: () => t`The server could not read the request. Reload the page and try again.`,
  setup_code_used: () => t`The setup code was already used. Sign up without it.`,
  shared_already: ({ email }) => t`It is already shared with ${email}. Change that share.`,
  signup_closed: () => t`This server does not accept new accounts. Contact its administrator.`,
  silent_boards: ({ count }) =>
    plural(count, {
      one: '# new board never sent anything. Switch it on or delete it so that others can join.',
      other: '# new boards never sent anything. Switch them on or delete them so that others can join.',
    }),
  storage_full: () => t`The disk of the server is full, so nothing can be saved. Contact its administrator.`,
  storage_read_only: () => t`The server cannot save anything now. Contact its administrator.`,
  storage_refused: () => t`The server has no right to do this in its database. Contact its administrator.`,
  thing_not_found: ({ thing }) =>
    t`${{ missing: missingThings[thing]() }}. It was deleted, or it is not in your account.`,
  too_many_addresses: ({ max }) => plural(max, { other: 'An account has at most # addresses. Remove one first.' }),
  too_many_alert_rules: ({ max }) => plural(max, { other: 'An account has at most # alert rules. Delete one first.' }),
  too_many_automations: ({ max }) => plural(max, { other: 'A device has at most # automations. Delete one first.' }),
  too_many_claims: ({ max }) =>
    plural(max, { other: 'You can claim at most # boards at a time. Wait for a decision.' }),
  too_many_contacts: ({ max }) => plural(max, { other: 'An account has at most # services. Remove one first.' }),
  too_many_control_targets: ({ max }) =>
    plural(max, { other: 'A device has at most # outputs and # events. Remove one first.' }),
  too_many_dashboards: ({ max }) => plural(max, { other: 'An account has at most # dashboards. Delete one first.' }),
  too_many_devices: ({ max }) => plural(max, { other: 'An account has at most # devices. Delete one first.' }),
  too_many_groups: ({ max }) => plural(max, { other: 'An account has at most # groups. Delete one first.' }),
  too_many_images: ({ max }) => plural(max, { other: 'An account has at most # images. Delete one first.' }),
  too_many_invitations: ({ max }) =>
    plural(max, { other: '# of your invitations are waiting for an answer. Cancel one first.' }),
  too_many_links: ({ max }) => plural(max, { other: 'A dashboard has at most # links. Revoke one first.' }),
  too_many_notes: ({ max }) => plural(max, { other: 'A device has at most # notes. Delete one first.' }),
  too_many_passes: ({ max }) =>
    plural(max, { other: 'A device has at most # guest passes, those of the last 30 days included.' }),
  too_many_passkeys: ({ max }) => plural(max, { other: 'An account has at most # passkeys. Remove one first.' }),
  too_many_projects: ({ max }) => plural(max, { other: 'An account has at most # projects. Delete one first.' }),
  too_many_scenes: ({ max }) => plural(max, { other: 'An account has at most # scenes. Delete one first.' }),
  too_many_tokens: ({ max }) => plural(max, { other: 'An account has at most # access tokens. Revoke one first.' }),
  too_many_variables: ({ max }) => plural(max, { other: 'A device has at most # of these variables.' }),
  too_many_views: ({ max }) => plural(max, { other: 'An account has at most # saved views. Delete one first.' }),
  transfer_pending: () => t`Someone has already been offered this device. Cancel that first.`,
  unknown_time_zone: () => t`Choose a time zone from the list.`,
  wrong_device_id: ({ espid }) => t`Enter ${espid} to confirm.`,
  wrong_link_password: () => t`This is not the password of this link.`,
  wrong_password: () => t`This is not the password of your account.`,
  wrong_setup_code: () => t`This setup code is wrong. The server printed the newest one.`,
};
