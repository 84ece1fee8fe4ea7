import { publicLiveHello } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Http } from '../../../platform/http/index.ts';
import { closeCodes, type WebSockets } from '../../../platform/web-socket/index.ts';
import { type ScopeViewers, scopeLiveRoute } from '../dashboard-scope/index.ts';
import type { Links } from './links.service.ts';
import { isUnlocked } from './unlock.ts';

interface PublicLiveDeps {
  readonly links: Links;
  readonly viewers: ScopeViewers;
  readonly clock: Clock;
  readonly webSockets: WebSockets;
}

/** The live connection of public links at `/api/public/live`: one `hello` with the token, then only the server speaks. */
export function publicLiveRoutes(app: Http, { links, viewers, clock, webSockets }: PublicLiveDeps): void {
  scopeLiveRoute(app, {
    path: '/api/public/live',
    webSockets,
    viewers,
    hello: publicLiveHello,
    async enter(hello, network) {
      const scope = await links.open(hello.token);
      if (!scope || !isUnlocked(scope.link, hello.unlock, clock.now())) {
        return { code: closeCodes.notAuthenticated, reason: 'There is no such link, or it has ended.' };
      }
      return { scope, viewer: { origin: network, account: null } };
    },
  });
}
