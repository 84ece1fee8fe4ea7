import type { ErrorReason, ErrorValues } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';

const texts: { [Reason in ErrorReason]: (values: ErrorValues[Reason]) => string } = {
  account_disabled: () => t`This account is disabled. Contact the administrator of this server.`,
  address_listed: () => t`This address is already in the list.`,
  address_taken: () => t`Another account uses this address.`,
  confirm_first: () => t`Confirm your e-mail address first: open the link in the mail that we sent you.`,
  invitation_needed: () => t`This server accepts invited people only. Open the link in your invitation.`,
  last_administrator: () => t`You are the only administrator. Make another account administrator first.`,
  last_way_in: () => t`This is the only way into your account. Set a password or add a passkey first.`,
  link_used: () => t`This link has expired or was already used. Get a new one.`,
  log_in_first: () => t`Log in first.`,
  mail_unavailable: () => t`The server cannot send mail now. Try again in a few minutes.`,
  own_address: () => t`This is already your address.`,
  server_busy: () => t`The server is busy. Try again in a few seconds.`,
  setup_code_used: () => t`The setup code was already used. Sign up without it.`,
  signup_closed: () => t`This server does not accept new accounts. Contact its administrator.`,
  step_over: () => t`This step has expired. Start again.`,
  too_many_addresses: ({ max }) => plural(max, { other: 'An account has at most # addresses. Remove one first.' }),
  too_many_passkeys: ({ max }) => plural(max, { other: 'An account has at most # passkeys. Remove one first.' }),
  too_many_tokens: ({ max }) => plural(max, { other: 'An account has at most # access tokens. Revoke one first.' }),
  too_many_wrong_codes: () => t`Too many wrong codes.`,
  wrong_code: () => t`This code is wrong or was already used.`,
  wrong_login: () => t`Wrong e-mail or password.`,
  wrong_password: () => t`This is not the password of your account.`,
  wrong_setup_code: () => t`This setup code is wrong. The server printed the newest one.`,
};

/** The sentence for a reason of the server; undefined for one that this page does not know. */
export function reasonText(reason: string, values: Readonly<Record<string, string | number>>): string | undefined {
  if (!Object.hasOwn(texts, reason)) return undefined;
  const write = texts[reason as ErrorReason] as (given: typeof values) => string;
  return write(values);
}
