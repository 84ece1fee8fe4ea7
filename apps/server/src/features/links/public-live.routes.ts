import { publicLiveHello } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Http } from '../../platform/http/index.ts';
import { closeCodes, type ScopeViewers, scopeLiveRoute } from '../dashboard-scope/index.ts';
import type { Links } from './links.service.ts';
import { isUnlocked } from './unlock.ts';

interface PublicLiveDeps {
  readonly links: Links;
  readonly viewers: ScopeViewers;
  readonly clock: Clock;
  readonly publicUrl: string | null;
}

/** The live connection of public links at `/api/public/live`: one `hello` with the token, then only the server speaks. */
export function publicLiveRoutes(app: Http, { links, viewers, clock, publicUrl }: PublicLiveDeps): void {
  scopeLiveRoute(app, {
    ...{ path: '/api/public/live', publicUrl, viewers },
    async enter(message, network) {
      const hello = publicLiveHello.safeParse(message).data;
      if (!hello) return undefined;
      const scope = await links.open(hello.token);
      if (!scope || !isUnlocked(scope.link, hello.unlock, clock.now())) {
        return { code: closeCodes.notAuthenticated, reason: 'There is no such link, or it has ended.' };
      }
      return { scope, viewer: { origin: network, account: null } };
    },
  });
}
