import type { AccountsRepository } from './accounts.repository.ts';
import type { Throttle } from './login/throttle.ts';
import type { MailLinks } from './mails/mail-links.service.ts';
import type { Post } from './mails/post.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AccessTokens } from './sessions/access-tokens.service.ts';
import type { Sessions } from './sessions/sessions.service.ts';

/** What signing up, logging in and changing how an account is entered are made of. */
export interface AccountParts {
  readonly repository: AccountsRepository;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly accessTokens: AccessTokens;
  readonly mailLinks: MailLinks;
  readonly post: Post;
  readonly now: () => Date;
}
