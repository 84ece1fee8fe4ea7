import type { Paragraph } from '../../../../platform/mail/index.ts';

/** A change of how an account is entered, of which its owner is notified in case that it was somebody else. */
export type SecurityChange =
  | 'two_step_on'
  | 'two_step_off'
  | 'recovery_codes_new'
  | 'recovery_code_used'
  /** Somebody knows the password, and typed wrong codes until further ones were refused. */
  | 'second_step_guessed'
  | 'passkey_added'
  | 'passkey_removed'
  /** A passkey was refused because somebody seems to have a copy of it. */
  | 'passkey_copied'
  | 'identity_linked'
  | 'identity_unlinked';

/** What somebody offers: to share a device or a dashboard, or to hand a device over for good. */
export interface OfferValues {
  readonly owner: string;
  readonly kind: 'device' | 'dashboard' | 'transfer';
  readonly name: string;
  readonly until: string | null;
}

/** The text of one mail. `action` is the label of its button; who writes the mail gives the button's link. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  readonly action?: string;
  readonly footnote?: string;
}

/** Every mail about an account in one language. Instants are given as text. */
export interface MailCatalogue {
  /** `name` null: the account has none. */
  salutation(name: string | null): string;
  readonly copyHint: string;
  readonly mails: {
    confirm(values: { resetLink: string }): MailText;
    /** To the owner of an address with which somebody tried to make a second account. */
    accountExists(values: { resetLink: string }): MailText;
    reset(values: object): MailText;
    passwordChanged(values: { resetLink: string }): MailText;
    confirmNewAddress(values: { oldEmail: string }): MailText;
    /** To the owner of an address that another account wants to change to. */
    addressTaken(values: object): MailText;
    /** To the old address, while the new one waits to be confirmed. */
    addressChanging(values: { newEmail: string; resetLink: string }): MailText;
    /** To the old address. */
    addressChanged(values: { newEmail: string }): MailText;
    confirmNotification(values: { owner: string }): MailText;
    security(values: { change: SecurityChange; resetLink: string }): MailText;
    newLogin(values: { at: string; browser: string; network: string; resetLink: string }): MailText;
    deletion(values: { until: string }): MailText;
    exportReady(values: { until: string }): MailText;
    /** A notification, to an address of the account `owner`. `mayAct`: its link lets anyone who has the mail take action for that account, with `mayOperate` more than to acknowledge. */
    notification(values: {
      subject: string;
      lines: readonly string[];
      owner: string;
      mayAct: boolean;
      mayOperate: boolean;
    }): MailText;
    invitation(values: { until: string }): MailText;
    /** To somebody with an account. `until` null: without an end. */
    offer(values: OfferValues): MailText;
    /** To anyone who handed a device over to another account, which has accepted it. */
    handedOver(values: { newOwner: string; name: string }): MailText;
    /** To anyone who has a board of which another account claims to hold it. */
    boardClaimed(values: { espid: string; name: string; until: string }): MailText;
    /** To anyone who had a board that another account was given. */
    boardLost(values: { espid: string; name: string }): MailText;
    /** To anyone who claimed a board. */
    claimDecided(values: { espid: string; granted: boolean }): MailText;
    /** To an address without an account. */
    offerToNewcomer(values: OfferValues & { signup: 'open' | 'invite' | 'closed' }): MailText;
  };
}
