import type { IdentityProvider } from '@cyno/contract';
import { AppError, because } from '../../../platform/errors.ts';

const retryAfterSeconds = 30;

export const notConfigured = (id: IdentityProvider): AppError => {
  const name = id === 'line' ? 'LINE' : 'another service';
  return new AppError(
    400,
    'not_configured',
    `Logging in through ${name} is not configured on this server.`,
    id === 'line' ? because('login_service_off', { service: name }) : because('single_sign_on_off'),
  );
};

/** 400: unknown, used, or out of time. The response does not reveal which: only the browser that began the visit knows its state. */
export const visitExpired = (): AppError =>
  new AppError(
    400,
    'link_expired',
    'This login was finished already, or it took longer than ten minutes. Start again.',
    because('login_expired'),
  );

export const otherBrowser = (): AppError =>
  new AppError(
    400,
    'wrong_browser',
    'This login was started in another browser, or this one keeps no cookies. Start again here.',
    because('login_other_browser'),
  );

/** The error that a service sent the browser back with: RFC 6749, section 4.1.2.1. LINE writes some in capitals. */
export const refusalOf = (error: string, name: string): AppError => {
  switch (error.toLowerCase()) {
    case 'access_denied':
      return new AppError(
        403,
        'cancelled',
        `You did not allow ${name} to say who you are, so nothing was changed.`,
        because('login_cancelled', { service: name }),
      );
    case 'temporarily_unavailable':
    case 'server_error':
      return unreachable(name);
    default:
      return refused(name);
  }
};

export const unreachable = (name: string, cause?: Error): AppError =>
  new AppError(503, 'unavailable', `${name} does not answer at the moment. Try again in a minute.`, {
    ...because('login_service_away', { service: name }),
    cause,
    retryAfterSeconds,
  });

export const tooManyVisits = (): AppError =>
  new AppError(503, 'unavailable', 'Too many people log in just now. Try again in a minute.', {
    ...because('server_busy'),
    retryAfterSeconds,
  });

export const refused = (name: string): AppError =>
  new AppError(
    403,
    'provider_refused',
    `The answer of ${name} could not be used. Start again; if that does not help, ask the operator of this server.`,
    because('login_service_refused', { service: name }),
  );

export const noAddress = (name: string): AppError =>
  new AppError(
    403,
    'not_linked',
    `No account is linked to this login yet. ${linkFirst(name)}`,
    because('login_not_linked', { service: name }),
  );

export const addressNotVerified = (name: string): AppError =>
  new AppError(
    403,
    'email_not_verified',
    `${name} has not verified your e-mail address, so it cannot show which account is yours. ${linkFirst(name)}`,
    because('login_address_unverified', { service: name }),
  );

const linkFirst = (name: string) => `Log in or sign up with a password first, then link ${name} in your profile.`;

export const linkedToAnother = (name: string): AppError =>
  new AppError(
    409,
    'conflict',
    `This login of ${name} is linked to another account. Unlink it there first, or choose another one.`,
    because('login_of_other_account', { service: name }),
  );

export const lastWayIn = (): AppError =>
  new AppError(
    409,
    'conflict',
    'Nothing else would let you into your account. Set a password or add a passkey first.',
    because('last_way_in'),
  );
