import type { IdentityProvider, PublicConfig } from '@cyno/contract';

/** How a service is called on this server. */
export function providerName(provider: IdentityProvider, config: PublicConfig | undefined): string {
  return provider === 'line' ? 'LINE' : (config?.providers.oidc?.name ?? 'Single sign-on');
}
