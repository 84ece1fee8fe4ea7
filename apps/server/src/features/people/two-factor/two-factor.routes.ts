import type { Http } from '../../../platform/http/index.ts';
import { loginRoutes } from './login.routes.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { RouteParts } from './route-parts.ts';
import { settingsRoutes } from './settings.routes.ts';

/** Adds `/api/auth/second-step`, `/api/auth/passkey`, `/api/auth/proof/passkey` and `/api/second-step`. */
export function twoFactorRoutes(
  app: Http,
  deps: Pick<RouteParts, 'twoFactor' | 'accounts'> & { readonly config: { readonly publicUrl: string | null } },
): void {
  const { publicUrl } = deps.config;
  const parts: RouteParts = {
    ...deps,
    partyOf: ({ host, headers }) => relyingPartyOf(publicUrl, { host, origin: headers.origin }),
  };
  loginRoutes(app, parts);
  settingsRoutes(app, parts);
}
