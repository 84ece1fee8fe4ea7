import type { Mail } from '../../platform/mail/index.ts';

const signature = '\n\nCyno\n';

export const confirmationMail = (to: string, link: string, resetLink: string): Mail => ({
  to,
  link,
  subject: 'Confirm your e-mail address',
  text: `Somebody, hopefully you, made a Cyno account with this address. Open this link within 24 hours to confirm it:

${link}

The account gets the password that was typed at that sign-up. If it was not you, do nothing: without the link the account cannot be used.

If you get this mail more often than you signed up, open none of the links but choose a new password: ${resetLink}${signature}`,
});

/** For the owner of an address with which somebody tried to make a second account. */
export const accountExistsMail = (to: string, logInLink: string, resetLink: string): Mail => ({
  to,
  subject: 'You already have an account',
  text: `Somebody, hopefully you, tried to make a Cyno account with this address. There is one already, so nothing changed.

Log in: ${logInLink}
Choose a new password if you forgot yours: ${resetLink}${signature}`,
});

export const passwordResetMail = (to: string, link: string): Mail => ({
  to,
  link,
  subject: 'Choose a new password',
  text: `Somebody, hopefully you, asked for a new password of your Cyno account. Open this link within an hour to choose it:

${link}

If it was not you, do nothing: your password stays as it is.${signature}`,
});

/** Tells the owner, in case that it was somebody else. */
export const passwordChangedMail = (to: string, resetLink: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Cyno account was changed just now, and all its browser sessions were ended.

If it was not you, choose a new one at once: ${resetLink}${signature}`,
});
