export { AccessTokensCard } from './access-tokens/access-tokens-card.tsx';
export { DeleteAccountCard } from './deletion/delete-account-card.tsx';
export { followAccount } from './follow-account.ts';
export { Gate, GateNotice, GateSign } from './gate.tsx';
export {
  loadConfirmEmailPage,
  loadConfirmFailedPage,
  loadKeepAccountPage,
  loadLoginPage,
  loadNoticePages,
  loadResetPasswordPage,
} from './lazy-parts.ts';
export { ProofDialog } from './login/proof-dialog.tsx';
export { SessionEndedDialog } from './login/session-ended-dialog.tsx';
export { PasswordCard } from './passwords/password-card.tsx';
export { BoardTimesCard } from './profile/board-times-card.tsx';
export { EmailCard } from './profile/email-card.tsx';
export { ExportCard } from './profile/export-card.tsx';
export { NotificationAddressesCard } from './profile/notification-addresses-card.tsx';
export { ProfileCard } from './profile/profile-card.tsx';
export { SessionsCard } from './profile/sessions-card.tsx';
export { readUserAgent } from './profile/user-agent.ts';
export { updateProfile } from './profile-calls.ts';
export { profileQuery } from './profile-query.ts';
export { useAction } from './use-action.ts';
