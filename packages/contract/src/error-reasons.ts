/** What a request may name and the server not find, as its English sentence names it. */
export type Thing =
  | 'access token'
  | 'account'
  | 'address'
  | 'alert'
  | 'alert rule'
  | 'automation'
  | 'backup'
  | 'blocked board'
  | 'board'
  | 'browser'
  | 'claim'
  | 'computed variable'
  | 'contact'
  | 'dashboard'
  | 'deleted alert rule'
  | 'deleted automation'
  | 'deleted dashboard'
  | 'deleted device'
  | 'deleted scene'
  | 'delivery'
  | 'device'
  | 'event'
  | 'firmware image'
  | 'group'
  | 'import'
  | 'link'
  | 'linked login'
  | 'maintenance'
  | 'note'
  | 'offer'
  | 'transfer'
  | 'output'
  | 'page'
  | 'pass'
  | 'passkey'
  | 'profile'
  | 'project'
  | 'rollout'
  | 'saved view'
  | 'scene'
  | 'session'
  | 'share'
  | 'variable'
  | 'version'
  | 'waiting board'
  | 'webhook';

type None = Record<never, never>;

/** Why exactly a call failed, where a client has a sentence in the language of its reader, and the values that the sentence needs. */
export type ErrorValues = {
  account_deleted: None;
  account_disabled: None;
  address_confirmed: None;
  address_listed: None;
  address_taken: None;
  address_unproved: None;
  address_unproved_mail: None;
  alert_clears_above: { threshold: number };
  alert_clears_below: { threshold: number };
  alert_rule_in_use: { names: string; more: number };
  alert_rule_not_yours: None;
  alert_rule_of_silence: None;
  alert_rule_stays: None;
  alert_rules_watch_too_much: { count: number; max: number };
  automation_time_over: None;
  backup_running: None;
  backup_damaged: None;
  backup_database_refused: { detail: string };
  backup_ended: None;
  backup_failed: { detail: string };
  backup_host_key_changed: { target: string; fingerprint: string };
  backup_host_key_unknown: { target: string; fingerprint: string };
  backup_is_none: None;
  backup_locked: None;
  backup_newer: None;
  backup_no_space: { free: string; needed: string };
  backup_other_machine: { platform: string; own: string };
  backup_other_postgres: { postgres: number; own: number };
  backup_passphrase_wrong: None;
  backup_not_encrypted: None;
  backup_target_away: { target: string };
  backup_target_credentials: { target: string };
  backup_target_forbidden: { target: string };
  backup_target_full: { target: string };
  backup_target_incomplete: { target: string };
  backup_target_refused: { target: string };
  backup_target_unusable: { target: string; detail: string };
  backup_unreadable: None;
  restore_expired: None;
  restore_failed: None;
  restore_mounted: { mount: string; folder: string };
  restore_own_database: None;
  restore_running: None;
  restore_too_late: None;
  restore_upload_cut: None;
  no_standby: None;
  blueprint_damaged: { part: string };
  blueprint_incomplete: None;
  blueprint_input_invalid: { label: string };
  blueprint_markup: None;
  blueprint_newer: { version: number; known: number };
  blueprint_none: None;
  blueprint_part: { part: string };
  blueprint_too_large: None;
  blueprint_too_many_inputs: { count: number; max: number };
  blueprint_unknown_field: None;
  board_free: None;
  board_of_other_account: { espid: string };
  board_offline: None;
  board_updating: { name: string };
  boards_updating: None;
  calibration_of_formula: None;
  calibration_of_text: None;
  changed_meanwhile: None;
  chip_known: None;
  claim_decided: None;
  claim_disputed: None;
  claim_refused: None;
  claimant_full: None;
  claimed_already: None;
  claimed_by_others: None;
  column_of_formula: { key: string };
  column_of_numbers: { key: string };
  column_of_texts: { key: string };
  column_twice: { key: string };
  commands_too_fast: { perSecond: number };
  commands_waiting: None;
  confirm_first: None;
  contact_address_refused: None;
  control_not_set_up: None;
  dashboard_devices_changed: None;
  device_hidden: None;
  device_limit: { plan: string; max: number };
  device_not_operable: { espid: string };
  device_not_visible: { espid: string };
  device_not_yours: { espid: string };
  dashboard_too_large: { max: number };
  device_not_yours_to_operate: { espid: string };
  device_paused: None;
  device_paused_by_plan: { name: string };
  device_view_only: { name: string };
  devices_fit_plan: { plan: string };
  devices_view_only: None;
  download_expired: None;
  dry_run_too_long: None;
  dry_runs_busy: None;
  end_before_start: None;
  end_in_past: None;
  end_unchanged: None;
  event_invalid: None;
  export_gone: None;
  exports_running: None;
  file_empty: None;
  file_incomplete: None;
  file_not_text: None;
  file_one_column: None;
  file_workbook: None;
  firmware_too_large: None;
  first_mail_failed: None;
  formula_author_lost: { device: string };
  formula_cycle: { key: string };
  formula_input_gone: { device: string };
  formula_unreadable: None;
  formula_variable_gone: { key: string };
  formula_variable_gone_of: { key: string; device: string };
  formula_wrong: { character: number };
  group_in_maintenance: None;
  group_in_use: { names: string; more: number };
  image_compressed: None;
  image_cut_off: None;
  image_damaged: None;
  image_for_other_chip: { name: string };
  image_in_use: None;
  image_merged: None;
  image_no_sketch: None;
  image_partitions: None;
  image_too_long: None;
  image_unknown: None;
  image_unpackable: None;
  images_too_large: None;
  import_closed: None;
  import_interrupted: None;
  import_not_resumable: None;
  import_running: None;
  import_started: None;
  imports_busy: None;
  invitation_gone: None;
  invitation_needed: None;
  invited_already: { email: string };
  key_missing: None;
  last_administrator: None;
  last_way_in: None;
  library_too_old: None;
  line_quote_open: { line: number };
  line_too_long: { line: number };
  line_too_wide: { line: number; max: number };
  line_unreadable: { line: number };
  link_ended: None;
  link_locked: None;
  link_used: None;
  list_changed: None;
  log_file_gone: None;
  log_in_first: None;
  login_address_unverified: { service: string };
  login_cancelled: { service: string };
  login_expired: None;
  login_not_linked: { service: string };
  login_of_other_account: { service: string };
  login_other_browser: None;
  login_service_away: { service: string };
  login_service_off: { service: string };
  login_service_refused: { service: string };
  mail_available: None;
  mail_needed: None;
  mail_unavailable: None;
  maintenance_overlaps: None;
  maintenance_too_long: None;
  message_link_over: None;
  output_locked: { name: string };
  message_not_about_alert: None;
  message_stays: None;
  message_variable_unknown: { device: string; key: string };
  name_taken: { name: string };
  new_boards_limit: { max: number };
  no_confirmation_needed: None;
  no_passkey: None;
  no_password: None;
  no_values_yet: None;
  not_allowed: None;
  not_found: None;
  not_offered: None;
  only_administrator: { email: string };
  only_administrators: None;
  other_address: None;
  other_board_kind: { name: string };
  other_server_address: { url: string };
  own_address: None;
  own_thing: None;
  owner_adds_scenes: None;
  owner_chooses_devices: None;
  owner_plan_full: { owner: string; name: string };
  pass_expired: None;
  pass_gone: None;
  pass_not_now: None;
  pass_not_yet: None;
  pass_revoked: None;
  pass_too_long: None;
  pass_unavailable: None;
  pass_used_up: None;
  passkey_known: None;
  passkey_refused: None;
  passkeys_elsewhere: None;
  passkeys_need_name: None;
  password_common: None;
  password_like_address: None;
  password_needed: None;
  password_too_short: None;
  payment_unavailable: None;
  people_limit: { plan: string; max: number };
  person_admin_already: { email: string };
  person_cannot_log_in: { email: string };
  person_confirmed: { email: string };
  person_disabled: { email: string };
  person_disabled_already: { email: string };
  person_enabled_already: { email: string };
  person_shares_nothing: { email: string };
  person_user_already: { email: string };
  pin_impossible: { pin: string };
  plan_automations_limit: { plan: string; max: number };
  plan_not_paid: None;
  plan_paid: None;
  plan_paid_already: None;
  plans_not_sold: None;
  plans_off: None;
  playback_not_shared: None;
  preview_replaced: None;
  previews_busy: None;
  project_changed: None;
  read_by_formula: { name: string };
  release_not_above: { threshold: number };
  release_not_below: { threshold: number };
  release_without_side: None;
  request_too_large: None;
  request_unreadable: None;
  retention_limit: { max: number };
  scene_in_use: { names: string; more: number };
  scene_not_allowed: None;
  scene_not_yours: None;
  scene_stays: None;
  scope_for_owner: None;
  server_busy: None;
  server_failed: None;
  server_not_linked: { server: string };
  server_serves: { server: string };
  standby_older: { server: string; version: string };
  setup_code_used: None;
  setup_first: None;
  shared_already: { email: string };
  signup_closed: None;
  silent_boards: { count: number };
  single_sign_on_off: None;
  step_over: None;
  storage_full: None;
  storage_read_only: None;
  storage_refused: None;
  storage_unavailable: None;
  thing_not_found: { thing: Thing };
  time_column_twice: None;
  too_few_places: { free: number; added: number };
  too_many_active: { plan: string; max: number };
  too_many_addresses: { max: number };
  too_many_alert_rules: { max: number };
  too_many_automations: { max: number };
  too_many_calibrations: { max: number };
  too_many_claims: { max: number };
  too_many_contacts: { max: number };
  too_many_control_targets: { max: number };
  too_many_dashboards: { max: number };
  too_many_devices: { max: number };
  too_many_devices_in_file: { max: number };
  too_many_formulas_across: { max: number };
  too_many_groups: { max: number };
  too_many_images: { max: number };
  too_many_invitations: { max: number };
  too_many_links: { max: number };
  too_many_maintenances: { max: number };
  too_many_notes: { max: number };
  too_many_open_invitations: { max: number };
  too_many_passes: { max: number };
  too_many_passkeys: { max: number };
  too_many_projects: { max: number };
  too_many_requests: None;
  too_many_scenes: { max: number };
  too_many_tags: { max: number };
  too_many_tokens: { max: number };
  too_many_variables: { max: number };
  too_many_views: { max: number };
  too_many_wrong_codes: None;
  transfer_pending: None;
  two_factor_not_begun: None;
  two_factor_off: None;
  two_factor_on: None;
  unknown_time_zone: None;
  uploads_busy: None;
  variable_computed: None;
  variable_hidden: { key: string };
  variable_is_text: { key: string };
  variable_name_invalid: None;
  variable_not_sent: { device: string; key: string };
  variable_not_stored_yet: None;
  variable_of_board: { key: string };
  variable_of_none: { key: string };
  virtual_board: None;
  virtual_boards_full: { max: number };
  virtual_boards_of_network: { max: number };
  widget_invalid: { title: string };
  wrong_app_code: None;
  wrong_code: None;
  wrong_device_id: { espid: string };
  wrong_link_password: None;
  wrong_login: None;
  wrong_origin: None;
  wrong_password: None;
  wrong_setup_code: None;
};
export type ErrorReason = keyof ErrorValues;

/** One of the reasons with its values. */
export type ErrorCause = { [Reason in ErrorReason]: { reason: Reason; values: ErrorValues[Reason] } }[ErrorReason];
