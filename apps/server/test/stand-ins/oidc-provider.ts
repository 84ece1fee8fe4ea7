import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** What the provider knows about somebody, by the name that they log in with. */
export interface TestPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

const clientId = 'cyno';
const clientSecret = 'a-secret-of-the-provider-tests-0123456789';

/**
 * A real OpenID provider on this machine, with its own login and consent pages: any password is right. `idTokens` may change the
 * tokens on their way out.
 */
export async function startTestOidcProvider(options: {
  /** A promise where the address is known only later: requests wait for it. */
  redirectUri: string | Promise<string>;
  port?: number;
  people?: Record<string, TestPerson>;
  sendsSecretBy?: 'client_secret_basic' | 'client_secret_post';
}) {
  const people = new Map(Object.entries(options.people ?? {}));
  const idTokens = { change: (token: string) => token };
  const server = createServer();
  const port = await listen(server, options.port ?? 0);
  const issuer = `http://127.0.0.1:${port}`;
  const handler = Promise.resolve(options.redirectUri).then((redirectUri) => {
    const provider = new Provider(issuer, configuration({ ...options, redirectUri }, people));
    // Its warnings about the keys and pages for development are not about us.
    provider.on('server_error', (_context: unknown, error: Error) => {
      throw error;
    });
    provider.use(async (context, next) => {
      await next();
      const { body } = context as { body?: { id_token?: string } };
      if (context.path === '/token' && body?.id_token) body.id_token = idTokens.change(body.id_token);
    });
    return provider.callback();
  });
  server.on('request', (request, response) => void handler.then((handle) => handle(request, response)));

  return {
    issuer,
    people,
    idTokens,
    /** The settings of a server that logs people in here. */
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: 'Example ID' },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
    /** After `stop`, at the same address. */
    start: () => listen(server, port),
  };
}

export type TestOidcProvider = Awaited<ReturnType<typeof startTestOidcProvider>>;

function configuration(
  {
    redirectUri,
    sendsSecretBy = 'client_secret_basic',
  }: Pick<Parameters<typeof startTestOidcProvider>[0], 'sendsSecretBy'> & { redirectUri: string },
  people: Map<string, TestPerson>,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: sendsSecretBy,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
