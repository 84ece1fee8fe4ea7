import type { AccountsRepository } from './accounts.repository.ts';
import type { Background } from './background.ts';
import type { MailLinks } from './mail-links.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Sessions } from './sessions.service.ts';
import type { Throttle } from './throttle.ts';

/** What signing up, logging in and choosing a new password are made of. */
export interface AccountParts {
  readonly repository: AccountsRepository;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly mailLinks: MailLinks;
  readonly background: Background;
  readonly now: () => Date;
}
