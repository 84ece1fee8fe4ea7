import type { ErrorReason, ErrorValues } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** Logging in, and every page, meets these most; the others are fetched when one of them comes. */
export const startReasonTexts = {
  account_disabled: () => t`This account is disabled. Contact the administrator of this server.`,
  address_taken: () => t`Another account uses this address.`,
  confirm_first: () => t`Confirm your e-mail address first: open the link in the mail that we sent you.`,
  link_used: () => t`This link has expired or was already used. Get a new one.`,
  log_in_first: () => t`Log in first.`,
  mail_unavailable: () => t`The server cannot send mail now. Try again in a few minutes.`,
  server_busy: () => t`The server is busy. Try again in a few seconds.`,
  server_failed: () => t`Something went wrong on the server. Try again.`,
  storage_unavailable: () => t`The server cannot reach its database. Try again in a moment.`,
  step_over: () => t`This step has expired. Start again.`,
  too_many_wrong_codes: () => t`Too many wrong codes.`,
  wrong_code: () => t`This code is wrong or was already used.`,
  wrong_login: () => t`Wrong e-mail or password.`,
} satisfies { [Reason in ErrorReason]?: (values: ErrorValues[Reason]) => string };

export type StartReason = keyof typeof startReasonTexts;
