import type { Config } from '../../../config.ts';
import { Identities, type IdentitiesOptions, type Providers } from './identities.service.ts';
import { Provider } from './provider.ts';

export { identityRoutes } from './identities.routes.ts';

/** Wires the feature; a service is contacted only when somebody wants to log in through it. */
export function createIdentities(
  options: IdentitiesOptions & { readonly config: Pick<Config, 'oidc' | 'line'>; readonly baseUrl: () => string },
): Identities {
  const { config, baseUrl, clock } = options;
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
  return new Identities(options, providers);
}
