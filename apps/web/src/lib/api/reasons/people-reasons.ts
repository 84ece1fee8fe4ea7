import { plural, t } from '@lingui/core/macro';
import type { ReasonTexts } from './reason-texts.ts';

/** Of accounts, logging in, plans and administration. */
export const peopleReasons = {
  backup_running: () => t`A backup is already running. Wait until it is done.`,
  backup_damaged: () => t`The backup is damaged or was cut off. Use another one. Nothing was changed.`,
  backup_database_refused: ({ detail }) =>
    t`The database does not let its user read a backup: ${detail}. Run there: ALTER ROLE … REPLICATION; and allow it in pg_hba.conf.`,
  backup_ended: () => t`The backup was ended before it was done.`,
  backup_failed: ({ detail }) => t`The backup failed. The system says: ${detail}.`,
  backup_host_key_changed: ({ target, fingerprint }) =>
    t`The server of ${target} shows another key than BACKUP_SSH_HOST_KEY: ${fingerprint}. Nothing was sent to it.`,
  backup_host_key_unknown: ({ target, fingerprint }) =>
    t`The key of the server of ${target} is not known yet. It shows ${fingerprint}: compare that on the server, then set BACKUP_SSH_HOST_KEY to it.`,
  backup_is_none: () => t`This file is not a backup of Cyno. Nothing was changed.`,
  backup_locked: () => t`This backup is encrypted. Enter its passphrase.`,
  backup_newer: () =>
    t`The backup was made by a newer version of Cyno. Restore it with that version. Nothing was changed.`,
  backup_no_space: ({ free, needed }) =>
    t`The server has too little free space: ${free} are free, ${needed} are needed. Nothing was changed.`,
  backup_other_machine: ({ platform, own }) =>
    t`The backup is from another kind of machine (${platform}; this one is ${own}), and its database does not fit. Nothing was changed.`,
  backup_other_postgres: ({ postgres, own }) =>
    t`The backup is of PostgreSQL ${postgres}, and this server has ${own}. Nothing was changed.`,
  backup_passphrase_wrong: () => t`The passphrase is wrong. Nothing was changed.`,
  backup_not_encrypted: () =>
    t`This backup is not encrypted, so anyone with access to its storage could have made it. If it is yours, leave the passphrase empty; if the server has one set, restore it there with an empty BACKUP_PASSPHRASE. Nothing was changed.`,
  backup_target_away: ({ target }) =>
    t`The backup target ${target} cannot be reached. Check that it is on, and its address in BACKUP_TARGET.`,
  backup_target_credentials: ({ target }) =>
    t`The backup target ${target} does not accept the user name, password or key. Check them in BACKUP_TARGET.`,
  backup_target_forbidden: ({ target }) =>
    t`The server has no right to write to the backup target ${target}. Grant it there.`,
  backup_target_full: ({ target }) =>
    t`The backup target ${target} is full. Make room there, or retain fewer backups (BACKUP_KEEP_DAYS).`,
  backup_target_incomplete: ({ target }) =>
    t`The backup target ${target} stored only a part of the backup, and reported no error. The part was removed.`,
  backup_target_refused: ({ target }) => t`The backup target ${target} refused the backup. It may be full.`,
  backup_target_unusable: ({ target, detail }) =>
    t`The backup target ${target} cannot be used. The system says: ${detail}.`,
  backup_unreadable: () => t`The backup cannot be read. Nothing was changed.`,
  restore_expired: () => t`This page is out of date. Open the link that the server printed again.`,
  restore_failed: () => t`The backup was not restored. Nothing was changed. The log of the server has the reason.`,
  restore_mounted: ({ mount, folder }) =>
    t`${mount} is a mount of its own, which a restore cannot move aside. Stop Cyno, unmount it, copy what it held into ${folder}, and restore then.`,
  restore_own_database: () =>
    t`This server uses a PostgreSQL of its operator. Restore with the command restore on its machine.`,
  restore_running: () => t`A backup is already being restored. Wait until it is done.`,
  restore_too_late: () => t`Somebody signed up meanwhile. Nothing was changed.`,
  restore_upload_cut: () => t`The upload was interrupted. Start it again.`,
  no_standby: () => t`No other server is on standby, so nobody could take over. Start one with SERVER_NAME.`,
  server_not_linked: ({ server }) => t`${server} is not linked to the server that serves, so it has no clients.`,
  server_serves: ({ server }) => t`${server} serves, so it cannot be drained. Switch servers first.`,
  standby_older: ({ server, version }) =>
    t`${server} has version ${version}, which is older than that of this server and could not take over. Upgrade it first.`,
  export_gone: () => t`There is no export to download. Request a new one.`,
  account_deleted: () => t`This account was deleted. It can no longer be restored.`,
  setup_first: () => t`This server has no account yet. Create the first one with the link that the server printed.`,
  address_unproved_mail: () =>
    t`An account has your address, but nobody confirmed it yet. Reset its password by mail, log in, and link this login in your profile.`,
  address_unproved: () =>
    t`An account has your address, but nobody confirmed it yet. Log in with its password and link this login in your profile, or contact the administrator.`,
  address_confirmed: () => t`This address is already confirmed.`,
  no_password: () => t`Your account has no password. Log out and in again to confirm it's you.`,
  mail_available: () => t`This server sends mail. Send the link by mail instead.`,
  other_address: () => t`This is not the address of your account.`,
  password_needed: () => t`Enter your password.`,
  mail_needed: () => t`This server sends no mail, so it cannot check a new address. Contact its administrator.`,
  no_confirmation_needed: () => t`This server needs no confirmation. Log in.`,
  password_too_short: () => t`Use at least 8 characters.`,
  password_like_address: () => t`Use something other than your e-mail address.`,
  password_common: () => t`This password is too common. Choose another.`,
  log_file_gone: () => t`This log file no longer exists. Choose another one.`,
  download_expired: () => t`This download has expired. Start it again from the page.`,
  person_confirmed: ({ email }) => t`${email} is already confirmed.`,
  person_disabled: ({ email }) => t`${email} is disabled. Enable the account first.`,
  person_disabled_already: ({ email }) => t`${email} is already disabled.`,
  person_enabled_already: ({ email }) => t`${email} is not disabled.`,
  person_admin_already: ({ email }) => t`${email} is already an administrator.`,
  person_user_already: ({ email }) => t`${email} is not an administrator.`,
  person_cannot_log_in: ({ email }) => t`${email} cannot log in now. Confirm or enable the account first.`,
  person_shares_nothing: ({ email }) => t`${email} shares nothing.`,
  only_administrators: () => t`Only administrators can do this.`,
  only_administrator: ({ email }) => t`${email} is the only administrator. Make another account administrator first.`,
  too_many_open_invitations: ({ max }) =>
    plural(max, { other: 'At most # invitations can be open. Cancel one first.' }),
  invitation_gone: () => t`This invitation was used or cancelled, or it has expired.`,
  devices_fit_plan: ({ plan }) => t`Your plan (${plan}) has room for all your devices.`,
  too_many_active: ({ plan, max }) =>
    plural(max, {
      one: `Your plan (${plan}) has room for # device. Choose only one.`,
      other: `Your plan (${plan}) has room for # devices. Choose at most that many.`,
    }),
  plans_off: () => t`This server has no plans.`,
  plans_not_sold: () => t`This server does not sell plans.`,
  plan_paid: () =>
    t`This account pays for its plan. Its owner can end the subscription on the plan page; then assign another plan.`,
  plan_paid_already: () => t`You already pay for a plan. Change or end it with the button “Payment” on the plan page.`,
  plan_not_paid: () => t`You do not pay for a plan yet. Choose one first.`,
  payment_unavailable: () => t`The payment service cannot be reached. Try again in a minute.`,
  other_server_address: ({ url }) => t`This works only at ${url}. Open that address and log in there.`,
  login_service_off: ({ service }) => t`Login with ${service} is not set up on this server.`,
  single_sign_on_off: () => t`Single sign-on is not set up on this server.`,
  login_expired: () => t`This login is already finished, or it took longer than ten minutes. Start again.`,
  login_other_browser: () =>
    t`This login was started in another browser, or this one stores no cookies. Start again here.`,
  login_cancelled: ({ service }) => t`You did not allow ${service} to share who you are. Nothing was changed.`,
  login_service_away: ({ service }) => t`${service} does not respond now. Try again in a minute.`,
  login_service_refused: ({ service }) =>
    t`The response of ${service} could not be used. Start again, or contact the administrator of this server.`,
  login_not_linked: ({ service }) =>
    t`No account is linked to this login yet. Log in or sign up with a password first, then link ${service} in your profile.`,
  login_address_unverified: ({ service }) =>
    t`${service} has not verified your e-mail address. Log in or sign up with a password first, then link ${service} in your profile.`,
  login_of_other_account: ({ service }) =>
    t`This login of ${service} is linked to another account. Unlink it there first, or choose another one.`,
  passkey_refused: () => t`The passkey was not accepted. Try again, or use another one.`,
  passkey_known: () => t`This passkey is already in use.`,
  no_passkey: () => t`Your account has no passkey.`,
  passkeys_elsewhere: () => t`Passkeys work only on the pages of this server. Its administrator can set PUBLIC_URL.`,
  passkeys_need_name: () => t`Passkeys need an address with a name, such as https://cyno.example.`,
  two_factor_on: () => t`Two-factor authentication is already on. Turn it off to set up another app.`,
  two_factor_off: () => t`Two-factor authentication is off.`,
  two_factor_not_begun: () => t`There is nothing to confirm. Start to set up the app again.`,
  wrong_app_code: () => t`This code is wrong. Enter the one that the app shows now, and check the clock of your phone.`,
  wrong_origin: () =>
    t`This page was opened at an address that the server does not know. Its administrator can set PUBLIC_URL.`,
  first_mail_failed: () =>
    t`Your account was created, but its mail could not be sent. Check SMTP_URL, log in, and have the mail sent again.`,
  too_many_requests: () => t`Too many requests at once. Wait a moment.`,
} satisfies Partial<ReasonTexts>;
