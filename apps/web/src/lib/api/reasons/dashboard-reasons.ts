import { t } from '@lingui/core/macro';
import type { ReasonTexts } from './reason-texts.ts';

/** Of dashboards, sharing and guest passes. */
export const dashboardReasons = {
  scene_not_allowed: () =>
    t`You have no right to control every device of this scene. Contact the owner of the dashboard.`,
  dashboard_devices_changed: () => t`The devices of this dashboard have changed. Check them and try again.`,
  dashboard_too_large: ({ max }) => t`A dashboard can have at most ${max} KB. Remove a picture or shorten its texts.`,
  owner_chooses_devices: () => t`Only the owner can choose which devices this dashboard follows.`,
  owner_adds_scenes: () => t`Only the owner of the dashboard can add scenes.`,
  widget_invalid: ({ title }) =>
    t`The settings of the widget “${title}” do not fit. Check its title, range and output.`,
  device_not_visible: ({ espid }) => t`You cannot show the device ${espid} here. Choose another one.`,
  device_not_operable: ({ espid }) =>
    t`You can view the device ${espid}, but not control it. Remove its controls or contact its owner.`,
  no_values_yet: () => t`The board has not sent anything yet. Wait for its first values.`,
  link_locked: () => t`Enter the password of this link first.`,
  pass_gone: () => t`This guest pass does not exist. Ask for a new one.`,
  pass_too_long: () => t`A guest pass is valid for at most one year.`,
  end_before_start: () => t`The end must be after the start.`,
  control_not_set_up: () => t`Set this up on the Control tab first.`,
  pass_not_now: () => t`This pass cannot be used now.`,
  pass_not_yet: () => t`This pass is not valid yet.`,
  pass_used_up: () => t`All uses of this pass are gone.`,
  pass_expired: () => t`This pass has expired.`,
  pass_revoked: () => t`This pass was revoked.`,
  pass_unavailable: () => t`This cannot be controlled now. Contact the person who gave you the pass.`,
  owner_plan_full: ({ owner, name }) =>
    t`The plan of ${owner} has no room for another person at “${name}”. Let them know.`,
} satisfies Partial<ReasonTexts>;
