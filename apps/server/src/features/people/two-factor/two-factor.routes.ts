import { type Http, labelRequests } from '../../../platform/http/index.ts';
import { loginRoutes } from './login.routes.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { RouteParts } from './route-parts.ts';
import { settingsRoutes } from './settings.routes.ts';

/** Adds `/api/auth/second-step`, `/api/auth/passkey`, `/api/auth/proof/passkey` and `/api/second-step`. */
export function twoFactorRoutes(
  app: Http,
  deps: Pick<RouteParts, 'twoFactor' | 'accounts'> & { readonly config: { readonly publicUrl: string | null } },
): void {
  labelRequests(app, 'accounts', {
    'POST /api/auth/second-step': 'Two-factor step of a login',
    'POST /api/auth/passkey': 'Login with a passkey',
    'POST /api/second-step/totp/confirm': 'Authenticator app added',
    'DELETE /api/second-step/totp': 'Authenticator app removed',
    'POST /api/second-step/recovery-codes': 'Recovery codes created',
    'POST /api/second-step/passkeys': 'Passkey added',
    'DELETE /api/second-step/passkeys/:id': 'Passkey removed',
  });
  const { publicUrl } = deps.config;
  const parts: RouteParts = {
    ...deps,
    partyOf: ({ host, headers }) => relyingPartyOf(publicUrl, { host, origin: headers.origin }),
  };
  loginRoutes(app, parts);
  settingsRoutes(app, parts);
}
