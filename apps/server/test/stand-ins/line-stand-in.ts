import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const channelId = '1234567890';
const channelSecret = 'line-channel-secret-0123456789ab';
/** How long a code is good for: https://developers.line.biz/en/docs/line-login/integrate-line-login/#receiving-the-authorization-code */
const codeLifetimeMs = 10 * 60_000;

interface Grant {
  readonly parameters: URLSearchParams;
  readonly user: { sub: string; name: string };
  readonly expiresAt: number;
}

/**
 * Stands in for LINE Login v2.1 as https://developers.line.biz/en/reference/line-login/ describes it: the secret only in the body of the
 * request, ID tokens of web logins signed with it (HS256) although the discovery document names ES256, and nothing about whether an
 * address is verified. Anyone who comes is `user`, and agrees unless `refuses`.
 */
export async function startLineStandIn() {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { user: { sub: 'U1', name: 'สมชาย' }, refuses: false, signWith: channelSecret };
  const grants = new Map<string, Grant>();

  const handlers: Record<string, (url: URL, request: IncomingMessage) => Promise<PeerResponse> | PeerResponse> = {
    'GET /.well-known/openid-configuration': () => ({ body: discovery(issuer) }),
    'GET /oauth2/v2.1/authorize'({ searchParams: parameters }) {
      const back = new URL(parameters.get('redirect_uri') ?? '');
      back.searchParams.set('state', parameters.get('state') ?? '');
      if (state.refuses) {
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', 'The resource owner denied the request.');
      } else {
        const code = randomBytes(15).toString('base64url');
        grants.set(code, { parameters, user: state.user, expiresAt: Date.now() + codeLifetimeMs });
        back.searchParams.set('code', code);
      }
      return { status: 302, headers: { location: back.href } };
    },
    async 'POST /oauth2/v2.1/token'(_url, request) {
      const form = new URLSearchParams(await text(request));
      const grant = grants.get(form.get('code') ?? '');
      grants.delete(form.get('code') ?? '');
      const problem = problemOf(request, form, grant);
      if (problem || !grant) return { status: 400, body: { error: problem ?? 'invalid_grant' } };
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer,
        aud: channelId,
        exp: now + 3600,
        iat: now,
        nonce: grant.parameters.get('nonce'),
        amr: ['linesso'],
        ...grant.user,
      };
      return {
        body: {
          access_token: randomBytes(20).toString('base64url'),
          expires_in: 2_592_000,
          id_token: signed(claims, state.signWith),
          refresh_token: randomBytes(15).toString('base64url'),
          scope: 'openid profile',
          token_type: 'Bearer',
        },
      };
    },
  };
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const peerResponse = (await handlers[`${request.method} ${url.pathname}`]?.(url, request)) ?? { status: 404 };
    response.writeHead(peerResponse.status ?? 200, { 'content-type': 'application/json', ...peerResponse.headers });
    response.end(JSON.stringify(peerResponse.body ?? {}));
  });

  return {
    state,
    /** The settings of a server that logs people in here. */
    env: { LINE_ISSUER: issuer, LINE_CHANNEL_ID: channelId, LINE_CHANNEL_SECRET: channelSecret },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

export type LineStandIn = Awaited<ReturnType<typeof startLineStandIn>>;

interface PeerResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

/** The error code of a request for tokens, or undefined. */
function problemOf(request: IncomingMessage, form: URLSearchParams, grant: Grant | undefined): string | undefined {
  if (request.headers.authorization !== undefined) return 'invalid_request';
  if (form.get('client_id') !== channelId || form.get('client_secret') !== channelSecret) return 'invalid_client';
  if (form.get('grant_type') !== 'authorization_code') return 'unsupported_grant_type';
  if (!grant || grant.expiresAt < Date.now()) return 'invalid_grant';
  if (form.get('redirect_uri') !== grant.parameters.get('redirect_uri')) return 'invalid_grant';
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  return challenge === grant.parameters.get('code_challenge') ? undefined : 'invalid_grant';
}

/** The content of https://access.line.me/.well-known/openid-configuration, at another address. */
const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/v2.1/authorize`,
  token_endpoint: `${issuer}/oauth2/v2.1/token`,
  revocation_endpoint: `${issuer}/oauth2/v2.1/revoke`,
  userinfo_endpoint: `${issuer}/oauth2/v2.1/userinfo`,
  jwks_uri: `${issuer}/oauth2/v2.1/certs`,
  scopes_supported: ['openid', 'profile', 'email'],
  response_types_supported: ['code'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
});

function signed(claims: object, secret: string): string {
  const encoded = [{ typ: 'JWT', alg: 'HS256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const input = encoded.join('.');
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}
