import { type Core, coreFor } from '../../../core.ts';
import type { Accounts } from '../accounts/index.ts';
import { identityRoutes } from './identities.routes.ts';
import { Identities, type Providers } from './identities.service.ts';
import { Provider } from './provider.ts';

/** Wires the feature; a service is contacted only when somebody wants to log in through it. */
export function createIdentities(server: Core, accounts: Accounts): Identities {
  const core = coreFor(server, 'accounts');
  const { config, baseUrl, clock } = core;
  const now = () => clock.now();
  const providers: Providers = {
    ...(config.oidc && {
      oidc: {
        name: config.oidc.name,
        provider: new Provider(
          {
            ...config.oidc,
            scope: 'openid email profile',
            kind: 'standard',
            redirectUri: () => `${baseUrl()}/auth/callback`,
          },
          now,
        ),
      },
    }),
    ...(config.line && {
      line: {
        name: 'LINE',
        provider: new Provider(
          {
            ...config.line,
            // LINE does not report whether an address is verified, so there is no use in requesting it.
            scope: 'openid profile',
            kind: 'line',
            redirectUri: () => `${baseUrl()}/line-oauth-callback`,
          },
          now,
        ),
      },
    }),
  };
  const identities = new Identities({ ...core, accounts }, providers);
  core.routes.push((app) => identityRoutes(app, { identities, baseUrl }));
  return identities;
}
