import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { isLoopback } from '../../../platform/loopback.ts';

/**
 * How this server is known to a provider. LINE signs the ID tokens of web logins with the client secret and takes that in the body of
 * the request only: https://developers.line.biz/en/reference/line-login/#issue-access-token
 */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly kind: 'standard' | 'line';
}

const timeoutSeconds = 5;

/**
 * Fetches a provider's metadata: https://openid.net/specs/openid-connect-discovery-1_0.html. Returns one configuration for each way of
 * sending the client secret, the usual one first: what a provider supports does not reveal which of them this client is registered with.
 * Without encryption only on this machine.
 */
export async function discover(client: ProviderClient): Promise<[Configuration, ...Configuration[]]> {
  const url = new URL(client.issuer);
  const insecure = isLoopback(url.hostname);
  const execute = insecure ? [allowInsecureRequests] : [];
  const found = await discovery(url, client.clientId, undefined, undefined, { timeout: timeoutSeconds, execute });
  const metadata = found.serverMetadata();
  const isLine = client.kind === 'line';
  const configure = (sendSecret: typeof ClientSecretPost) => {
    const configuration = new Configuration(
      metadata,
      client.clientId,
      { client_secret: client.clientSecret, ...(isLine && { id_token_signed_response_alg: 'HS256' }) },
      sendSecret(client.clientSecret),
    );
    configuration.timeout = timeoutSeconds;
    if (insecure) allowInsecureRequests(configuration);
    if (!isLine) enableNonRepudiationChecks(configuration);
    return configuration;
  };
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (isLine || !supported.includes('client_secret_basic')) return [configure(ClientSecretPost)];
  return [configure(ClientSecretBasic), configure(ClientSecretPost)];
}
