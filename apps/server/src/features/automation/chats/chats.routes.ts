import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Chats } from './chats.service.ts';

/** Who may talk to the account's devices is its owner's alone: a token must not connect a chat. */
const session = { needs: 'session' } as const;

/** The chat services, and links that connect chats with the account. */
export function chatRoutes(app: Http, { chats }: { chats: Chats }): void {
  const route = routesOf(app);
  labelRequests(app, 'chats', {
    'POST /api/chats/:service/join': 'Link to connect a chat requested',
    'POST /api/admin/chats/:service/test': 'Settings of a chat service tested',
  });

  route('GET /api/chats', { config: session }, async ({ account }) => ({
    services: await chats.list({ isAdministrator: account.member === 'admin' }),
  }));

  route('POST /api/chats/:service/join', { config: session }, async ({ account, params }, reply) =>
    reply.code(201).send(await chats.join(account.id, params.service)),
  );

  route('POST /api/admin/chats/:service/test', { config: { access: 'admin', needs: 'session' } }, ({ params }) =>
    chats.test(params.service),
  );
}
