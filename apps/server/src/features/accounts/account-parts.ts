import type { AccessTokens } from './access-tokens.service.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { MailLinks } from './mail-links.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Post } from './post.ts';
import type { Sessions } from './sessions.service.ts';
import type { Throttle } from './throttle.ts';

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
