import { AppError, because } from '../../../../platform/errors.ts';

/** The response to a wrong password, and to an address that has no account. */
export const wrongLogin = (): AppError =>
  new AppError(401, 'wrong_credentials', 'Wrong e-mail or password', because('wrong_login'));
