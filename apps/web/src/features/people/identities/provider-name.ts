import type { IdentityProvider, PublicConfig } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** How a service is called on this server. */
export function providerName(provider: IdentityProvider, config: PublicConfig | undefined): string {
  return provider === 'line' ? 'LINE' : (config?.providers.oidc?.name ?? t`Single sign-on`);
}
