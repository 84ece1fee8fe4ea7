import type { MailCatalogue, OfferValues } from './mail-catalogue.ts';

const newPassword = 'choose a new password';
const notYou = (link: string) => ({ before: 'If it was not you,', label: `${newPassword} at once`, link });

/** The mails in English. */
export const english: MailCatalogue = {
  salutation: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  copyHint: 'If the button does not work, copy this address into your browser:',
  mails: {
    confirm: ({ resetLink }) => ({
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Somebody, hopefully you, created a Cyno account with this address. Confirm it within 24 hours.',
        'The account gets the password that was typed when signing up. If it was not you, do nothing: without the confirmation the account cannot be used.',
        {
          before: 'If you get this mail more often than you signed up, confirm none of them but',
          label: newPassword,
          link: resetLink,
        },
      ],
      action: 'Confirm address',
    }),
    accountExists: ({ resetLink }) => ({
      subject: 'You already have an account',
      paragraphs: [
        'Somebody, hopefully you, tried to create a Cyno account with this address. There is one already, so nothing changed.',
        { before: 'If you forgot your password,', label: 'choose a new one', link: resetLink },
      ],
      action: 'Log in',
    }),
    reset: () => ({
      subject: 'Choose a new password',
      paragraphs: [
        'Somebody, hopefully you, requested a new password for your Cyno account. Choose it within an hour.',
      ],
      action: 'Choose a password',
      footnote: 'If it was not you, do nothing: your password stays as it is.',
    }),
    passwordChanged: ({ resetLink }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your Cyno account was changed just now, and other browsers that were signed in are logged out.',
        notYou(resetLink),
      ],
    }),
    confirmNewAddress: ({ oldEmail }) => ({
      subject: 'Confirm your new e-mail address',
      paragraphs: [`The Cyno account ${oldEmail} is to use this address from now on. Confirm it within 24 hours.`],
      action: 'Confirm address',
      footnote: 'If you do not know that account, do nothing: nothing changes.',
    }),
    addressTaken: () => ({
      subject: 'Your address belongs to your account',
      paragraphs: [
        'Somebody, hopefully you, wanted to give another Cyno account this address. It belongs to your account already, so nothing changed.',
        'To use it for the other account, first change the address of this one, or delete this one.',
      ],
      action: 'Log in',
    }),
    addressChanging: ({ newEmail, resetLink }) => ({
      subject: 'Your e-mail address is about to change',
      paragraphs: [
        `The address of your Cyno account is to become ${newEmail}. It changes when the link that was sent there is opened.`,
        {
          before: 'If it was not you, stop the change:',
          label: newPassword,
          link: resetLink,
        },
      ],
    }),
    addressChanged: ({ newEmail }) => ({
      subject: 'Your e-mail address was changed',
      paragraphs: [
        `Your Cyno account has the address ${newEmail} now. Log in with that one from now on.`,
        'Boards whose sketch has this address keep working, as long as nobody else creates an account with it.',
        'If it was not you, tell the operator of your server at once.',
      ],
    }),
    confirmNotification: ({ owner }) => ({
      subject: 'Do you want to get alerts here?',
      paragraphs: [
        `${owner} wants Cyno to send alerts about their devices to this address. Confirm it within 24 hours if you agree.`,
      ],
      action: 'Get alerts',
      footnote: 'If you do not know them, do nothing: you get no alerts.',
    }),
    security: ({ change, resetLink }) => ({
      ...securityTexts[change],
      paragraphs: [...securityTexts[change].paragraphs, notYou(resetLink)],
    }),
    newLogin: ({ at, browser, network, resetLink }) => ({
      subject: 'New login to your account',
      paragraphs: [
        `Somebody logged in to your Cyno account from a place that it was not used from before: ${browser}, address ${network}, ${at}.`,
        'If it was you, there is nothing to do.',
        notYou(resetLink),
      ],
    }),
    deletion: ({ until }) => ({
      subject: 'Your account will be deleted',
      paragraphs: [
        `Your Cyno account, its devices and everything they measured will be deleted on ${until}. Until then boards are refused, and access tokens do not work.`,
        'Log in before then, or open the link below, to keep everything. If it was not you, keep the account and choose a new password.',
      ],
      action: 'Keep my account',
    }),
    exportReady: ({ until }) => ({
      subject: 'Your export is ready',
      paragraphs: [
        `Everything that belongs to your Cyno account is in one file now. You can download it from your profile until ${until}.`,
      ],
      action: 'Open profile',
      footnote: 'If you did not request it, end the other sessions in your profile and choose a new password.',
    }),
    notification: ({ subject, lines, owner, mayAct, mayOperate }) => ({
      subject,
      paragraphs: lines,
      action: mayAct ? (mayOperate ? 'Acknowledge or switch' : 'Acknowledge') : 'Open Cyno',
      footnote: `${mayAct ? 'The button works without a login, once and for three days: do not pass this mail on. ' : ''}You get this mail because of the Cyno account ${owner}. Who gets what is set in its profile, under Notifications.`,
    }),
    invitation: ({ until }) => ({
      subject: 'You are invited to Cyno',
      paragraphs: [
        'The operator of a Cyno server invites you to create an account there, to see and control your boards.',
        `The invitation works once, until ${until}.`,
      ],
      action: 'Create account',
    }),
    offer: (values) => ({
      subject: offerSubject(values),
      paragraphs: [...offerParagraphs(values), 'Log in to accept or decline. Until you accept, nothing changes.'],
      action: 'Open Cyno',
      footnote: 'If you do not know them, decline or do nothing.',
    }),
    handedOver: ({ newOwner, name }) => ({
      subject: 'Your device belongs to somebody else now',
      paragraphs: [
        `${newOwner} accepted the device "${name}", with everything that it measured. It is not in your account any more, and nobody with whom you shared it has it.`,
        'Its board is refused until it is programmed with the e-mail or connection key of its new owner.',
      ],
      footnote: 'If it was not you who offered it, choose a new password and tell the operator of your server at once.',
    }),
    boardClaimed: ({ espid, name, until }) => ({
      subject: 'Somebody else says that they hold your board',
      paragraphs: [
        `A board with the id ${espid}, which is your device "${name}", signed in with the connection key of another account. Its owner says that they hold the board.`,
        `If the board is yours, open the device and object: then it stays with you, and an administrator of the server decides. You have until ${until}.`,
        'If you sold it, gave it away or never had it, accept. If you do nothing and your board is not seen either, the other account gets it. The history stays with your account and is deleted seven days later.',
      ],
      action: 'Open the device',
    }),
    boardLost: ({ espid, name }) => ({
      subject: 'A board left your account',
      paragraphs: [
        `The board ${espid}, your device "${name}", belongs to another account now, which showed that it holds the board.`,
        'The other account sees nothing of what the device measured or of your settings. They are deleted in seven days.',
      ],
      footnote: 'If the board is yours, tell the operator of your server at once.',
    }),
    claimDecided: ({ espid, granted }) => ({
      subject: granted ? 'The board is yours now' : 'The board stays with its holder',
      paragraphs: [
        granted
          ? `The board ${espid} that you claimed is a device of your account now. If it is offline, it comes back at its next connection.`
          : `Your claim of the board ${espid} was refused: it stays with the account that has it. The operator of your server can tell you more.`,
      ],
    }),
    offerToNewcomer: ({ signup, ...values }) => ({
      subject: offerSubject(values),
      paragraphs: [
        ...offerParagraphs(values),
        'This address has no Cyno account on that server yet.',
        signup === 'open'
          ? 'Create one with this address, and the offer waits for you there.'
          : 'That server creates accounts by invitation only: ask the operator of the server for one with this address, and the offer waits for you.',
      ],
      ...(signup === 'open' && { action: 'Create account' }),
      footnote: 'If you do not know them, do nothing. Nobody learns whether this address has an account.',
    }),
  },
};

const offerSubject = ({ owner, kind }: OfferValues): string =>
  kind === 'transfer' ? `${owner} wants to hand a device over to you` : `${owner} wants to share a ${kind} with you`;

function offerParagraphs({ owner, kind, name, until }: OfferValues): string[] {
  if (kind !== 'transfer') {
    const end = until === null ? '' : ` It ends on ${until}.`;
    return [`${owner} wants to share the ${kind} "${name}" with you.${end}`];
  }
  return [
    `${owner} wants you to be the owner of the device "${name}", with everything that it measured, its dashboards and its automations.`,
    `Its board has to be programmed with your e-mail or connection key then. The offer ends on ${until ?? ''}.`,
  ];
}

const securityTexts = {
  two_step_on: {
    subject: 'Two-factor authentication is on',
    paragraphs: ['From now on a login to your Cyno account also needs a code of your authenticator app.'],
  },
  two_step_off: {
    subject: 'Two-factor authentication is off',
    paragraphs: [
      'Two-factor authentication of your Cyno account was switched off. From now on the password is enough.',
    ],
  },
  recovery_codes_new: {
    subject: 'You have new recovery codes',
    paragraphs: ['New recovery codes were created for your Cyno account. The old ones no longer work.'],
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    paragraphs: [
      'Somebody logged in to your Cyno account with one of its recovery codes. It does not work a second time.',
    ],
  },
  second_step_guessed: {
    subject: 'Somebody knows your password',
    paragraphs: [
      'Somebody typed the right password of your Cyno account, and then wrong two-factor codes until further ones were refused. They did not get in.',
    ],
  },
  passkey_copied: {
    subject: 'A passkey was refused',
    paragraphs: [
      'A passkey of your Cyno account was refused, because it looks as if there are two copies of it. Remove it in your profile and add a new one.',
    ],
  },
  passkey_added: {
    subject: 'A passkey was added',
    paragraphs: ['From now on your Cyno account can be entered with a new passkey.'],
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    paragraphs: ['A passkey of your Cyno account was removed and does not work any more.'],
  },
  identity_linked: {
    subject: 'Another login was linked',
    paragraphs: ['From now on your Cyno account can also be entered through another service that was linked to it.'],
  },
  identity_unlinked: {
    subject: 'A linked login was removed',
    paragraphs: ['Another service was unlinked from your Cyno account and does not open it any more.'],
  },
} as const;
