import type { AdminActionResponse, AdminResetResponse, AdminUser } from '@cyno/contract';
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
  label: 'Confirm the address by hand',
  icon: IconCircleCheck,
  title: `Confirm ${user.email}?`,
  consequence:
    'The account can be used from then on, with the password of its sign-up. Do this only when you know that the address is theirs.',
  confirm: 'Confirm address',
  run: () => postAction(user, 'confirm'),
});

const resend = (user: AdminUser): UserAction => ({
  id: 'resend',
  label: 'Send the confirmation again',
  icon: IconMailCheck,
  title: 'Send the confirmation again?',
  consequence: `${user.email} gets another mail with a link that is good for a day.`,
  confirm: 'Send mail',
  run: () => postAction(user, 'resend-confirmation'),
});

const resetLink = (user: AdminUser, { mailConfigured }: Here): UserAction => ({
  id: 'reset',
  label: mailConfigured ? 'Send a password link' : 'Create a password link',
  icon: IconKey,
  title: mailConfigured ? 'Send a link to choose a new password?' : 'Create a link to choose a new password?',
  consequence: mailConfigured
    ? `${user.email} gets a mail with a link that is good for an hour. The old password works until a new one is chosen.`
    : `This server sends no mail, so you copy the link and give it to ${user.email} yourself. Whoever has it can take over the account. It works once, for an hour, and the audit log shows that you created it.`,
  confirm: mailConfigured ? 'Send link' : 'Create link',
  run: () => postResetLink(user),
});

const endSessions = (user: AdminUser, { ownEmail }: Here): UserAction => ({
  id: 'end-sessions',
  label: user.email === ownEmail ? 'Log out my other browsers' : 'Log out everywhere',
  icon: IconLogout,
  title: user.email === ownEmail ? 'Log out your other browsers?' : `Log out ${user.email} everywhere?`,
  consequence:
    user.email === ownEmail
      ? 'This browser stays signed in. Boards and access tokens go on.'
      : 'Every browser has to log in again. Boards and access tokens go on.',
  confirm: 'Log out',
  run: () => postAction(user, 'end-sessions'),
});

const grant = (user: AdminUser): UserAction => ({
  id: 'grant',
  label: 'Make administrator',
  icon: IconShieldUp,
  title: `Make ${user.email} an administrator?`,
  consequence: 'They see the logs and everybody’s account, and can do to accounts, also to yours, what you can do.',
  confirm: 'Make administrator',
  run: () => postMember(user, 'admin'),
});

const revoke = (user: AdminUser, { ownEmail }: Here): UserAction => ({
  id: 'revoke',
  label: 'Take the rights away',
  icon: IconShieldDown,
  title: user.email === ownEmail ? 'Give up your own rights?' : `Take the rights of ${user.email} away?`,
  consequence:
    user.email === ownEmail
      ? 'You leave this page at once. Only another administrator can give the rights back.'
      : 'From the next click on they are an ordinary account. Their devices stay as they are.',
  confirm: user.email === ownEmail ? 'Give up rights' : 'Take rights away',
  run: () => postMember(user, 'user'),
});

const endSharing = (user: AdminUser): UserAction => ({
  id: 'end-sharing',
  label: 'End all sharing',
  icon: IconUnlink,
  tone: 'danger',
  title: `End all sharing of ${user.email}?`,
  consequence: `These end at once, also on pages that are open, and cannot be brought back: ${sharingText(user)}. What others share with this account stays.`,
  confirm: 'End all sharing',
  needsReason: true,
  run: (reason) => postWithReason(user, 'end-sharing', reason),
});

const disable = (user: AdminUser, { ownEmail }: Here): UserAction => ({
  id: 'disable',
  label: 'Disable',
  icon: IconUserOff,
  tone: 'danger',
  title: user.email === ownEmail ? 'Disable your own account?' : `Disable ${user.email}?`,
  consequence:
    'Browsers are logged out, boards and programs are disconnected and refused, and nobody can log in. Nothing is deleted: you can enable the account again.',
  confirm: 'Disable',
  needsReason: true,
  run: (reason) => postWithReason(user, 'disable', reason),
});

const enable = (user: AdminUser): UserAction => ({
  id: 'enable',
  label: 'Enable',
  icon: IconLockOpen,
  title: `Enable ${user.email}?`,
  consequence: 'They can log in again, and their boards connect by themselves.',
  confirm: 'Enable',
  run: () => postAction(user, 'enable'),
});
