type None = Record<never, never>;

/** Why exactly a call failed, where a client has a sentence in the language of its reader, and the values that the sentence needs. */
export type ErrorValues = {
  account_disabled: None;
  address_listed: None;
  address_taken: None;
  confirm_first: None;
  invitation_needed: None;
  last_administrator: None;
  last_way_in: None;
  link_used: None;
  log_in_first: None;
  mail_unavailable: None;
  own_address: None;
  server_busy: None;
  setup_code_used: None;
  signup_closed: None;
  step_over: None;
  too_many_addresses: { max: number };
  too_many_passkeys: { max: number };
  too_many_tokens: { max: number };
  too_many_wrong_codes: None;
  wrong_code: None;
  wrong_login: None;
  wrong_password: None;
  wrong_setup_code: None;
};
export type ErrorReason = keyof ErrorValues;

/** One of the reasons with its values. */
export type ErrorCause = { [Reason in ErrorReason]: { reason: Reason; values: ErrorValues[Reason] } }[ErrorReason];
