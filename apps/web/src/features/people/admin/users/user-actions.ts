import type { AdminActionResponse, AdminResetResponse, AdminUser } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import {
  IconCircleCheck,
  IconKey,
  IconLockOpen,
  IconLogout,
  IconMailCheck,
  IconShieldDown,
  IconShieldUp,
  IconUnlink,
  IconUserOff,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Icon } from '../../../../ui/graphics/icon.tsx';
import { postAction, postMember, postResetLink, postWithReason } from '../admin-calls.ts';
import { sharesSomething, sharingText } from './user-text.ts';

/** Something that an administrator can do about somebody, and the confirmation before it. */
export interface UserAction {
  readonly id: string;
  /** In the menu. */
  readonly label: string;
  readonly icon: ComponentProps<typeof Icon>['of'];
  readonly tone?: 'danger';
  /** The question's title, and what happens then. */
  readonly title: string;
  readonly consequence: string;
  readonly confirm: string;
  /** What is shown afterwards. */
  readonly done: string;
  readonly needsReason?: true;
  /** `link`: a secret that the response shows this once. */
  run(reason: string): Promise<AdminActionResponse & Partial<Pick<AdminResetResponse, 'link'>>>;
}

type Here = { readonly mailConfigured: boolean; readonly ownEmail: string };

/** What makes sense for this person at this moment; what locks them out stands last. */
export function actionsFor(user: AdminUser, here: Here): UserAction[] {
  const { state, member, sessions } = user;
  return [
    state === 'unconfirmed' && confirm(user),
    state === 'unconfirmed' && here.mailConfigured && resend(user),
    state !== 'disabled' && resetLink(user, here),
    sessions > 0 && endSessions(user, here),
    member === 'user' && state === 'active' && grant(user),
    member === 'admin' && revoke(user, here),
    sharesSomething(user) && endSharing(user),
    state === 'disabled' ? enable(user) : disable(user, here),
  ].filter((action) => action !== false);
}

const confirm = (user: AdminUser): UserAction => ({
  id: 'confirm',
  label: t`Confirm address manually`,
  icon: IconCircleCheck,
  title: t`Confirm ${{ email: user.email }}?`,
  consequence: t`They can log in at once, with the password they signed up with. Do this only when you know that the address is theirs.`,
  confirm: t`Confirm address`,
  done: t`${{ email: user.email }} confirmed. If the account has no password, send a password link.`,
  run: () => postAction(user, 'confirm'),
});

const resend = (user: AdminUser): UserAction => ({
  id: 'resend',
  label: t`Send the confirmation again`,
  icon: IconMailCheck,
  title: t`Send the confirmation again?`,
  consequence: t`${{ email: user.email }} gets another e-mail with a link. It works for a day.`,
  confirm: t`Send mail`,
  done: t`Mail sent to ${{ email: user.email }}`,
  run: () => postAction(user, 'resend-confirmation'),
});

const resetLink = (user: AdminUser, { mailConfigured }: Here): UserAction => ({
  id: 'reset',
  label: mailConfigured ? t`Send a password link` : t`Create a password link`,
  icon: IconKey,
  title: mailConfigured ? t`Send a link to choose a new password?` : t`Create a link to choose a new password?`,
  consequence: mailConfigured
    ? t`${{ email: user.email }} gets an e-mail with a link that works for an hour. The old password works until they choose a new one.`
    : t`This server sends no e-mail, so give the link to ${{ email: user.email }} yourself. Everyone who has it can take over the account. It works once, for an hour. The audit log shows that you created it.`,
  confirm: mailConfigured ? t`Send link` : t`Create link`,
  done: t`Link sent to ${{ email: user.email }}`,
  run: () => postResetLink(user),
});

const endSessions = (user: AdminUser, { ownEmail }: Here): UserAction => ({
  id: 'end-sessions',
  label: user.email === ownEmail ? t`Log out my other browsers` : t`Log out everywhere`,
  icon: IconLogout,
  title: user.email === ownEmail ? t`Log out your other browsers?` : t`Log out ${{ email: user.email }} everywhere?`,
  consequence:
    user.email === ownEmail
      ? t`This browser stays logged in. Boards and access tokens keep working.`
      : t`Every browser has to log in again. Boards and access tokens keep working.`,
  confirm: t`Log out`,
  done: t`Browsers logged out`,
  run: () => postAction(user, 'end-sessions'),
});

const grant = (user: AdminUser): UserAction => ({
  id: 'grant',
  label: t`Make administrator`,
  icon: IconShieldUp,
  title: t`Make ${{ email: user.email }} an administrator?`,
  consequence: t`They see the logs and all accounts, and can change every account as you can, also yours.`,
  confirm: t`Make administrator`,
  done: t`${{ email: user.email }} is now an administrator`,
  run: () => postMember(user, 'admin'),
});

const revoke = (user: AdminUser, { ownEmail }: Here): UserAction => ({
  id: 'revoke',
  label: t`Remove rights`,
  icon: IconShieldDown,
  title: user.email === ownEmail ? t`Give up your own rights?` : t`Remove the rights of ${{ email: user.email }}?`,
  consequence:
    user.email === ownEmail
      ? t`You leave this page at once. Only another administrator can restore your rights.`
      : t`They lose the rights at once. Their devices stay as they are.`,
  confirm: user.email === ownEmail ? t`Give up rights` : t`Remove rights`,
  done: t`${{ email: user.email }} is no longer an administrator`,
  run: () => postMember(user, 'user'),
});

const endSharing = (user: AdminUser): UserAction => ({
  id: 'end-sharing',
  label: t`End all sharing`,
  icon: IconUnlink,
  tone: 'danger',
  title: t`End all sharing of ${{ email: user.email }}?`,
  consequence: t`Ends at once, also on open pages: ${{ sharing: sharingText(user) }}. This cannot be undone. What others share with this account stays.`,
  confirm: t`End all sharing`,
  needsReason: true,
  done: t`Sharing of ${{ email: user.email }} ended`,
  run: (reason) => postWithReason(user, 'end-sharing', reason),
});

const disable = (user: AdminUser, { ownEmail }: Here): UserAction => ({
  id: 'disable',
  label: t`Disable`,
  icon: IconUserOff,
  tone: 'danger',
  title: user.email === ownEmail ? t`Disable your own account?` : t`Disable ${{ email: user.email }}?`,
  consequence: t`Logs out all browsers and disconnects all boards and programs. No one can log in. Nothing is deleted: you can enable the account again.`,
  confirm: t`Disable`,
  needsReason: true,
  done: t`${{ email: user.email }} disabled`,
  run: (reason) => postWithReason(user, 'disable', reason),
});

const enable = (user: AdminUser): UserAction => ({
  id: 'enable',
  label: t`Enable`,
  icon: IconLockOpen,
  title: t`Enable ${{ email: user.email }}?`,
  consequence: t`They can log in again, and their boards reconnect.`,
  confirm: t`Enable`,
  done: t`${{ email: user.email }} enabled`,
  run: () => postAction(user, 'enable'),
});
