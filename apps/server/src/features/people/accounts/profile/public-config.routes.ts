import type { Config } from '../../../../config.ts';
import type { Ports } from '../../../../core.ts';
import { type Http, routesOf } from '../../../../platform/http/index.ts';
import { networkAddress } from '../../../../platform/network-address.ts';
import type { Accounts } from '../accounts.service.ts';

/** What the web app requests before anybody is signed in. */
export function publicConfigRoutes(
  app: Http,
  { accounts, config, ports }: { accounts: Accounts; config: Config; ports: Ports },
): void {
  const route = routesOf(app);
  const { team, signup, links, billing } = config;
  /** A port that is open to this machine only is no use to a board. */
  const plainForBoards = config.mqtt.plain !== null && !/^(127\.|localhost$|::1$)/.test(config.mqtt.plain.host);
  const host = config.publicUrl ? new URL(config.publicUrl).hostname : networkAddress();

  route('GET /api/config', { config: { access: 'public' } }, async () => {
    return {
      team,
      signup,
      setupNeeded: await accounts.setupNeeded(),
      providers: { oidc: config.oidc && { name: config.oidc.name }, line: config.line !== null },
      mailConfigured: accounts.sendsMail,
      mqtt: {
        host,
        tlsPort: ports.tls,
        selfSigned: config.tls === null,
        plainPort: plainForBoards ? ports.plain : null,
      },
      analyticsId: config.analyticsId,
      mapTiles: config.mapTiles,
      embedOrigins: config.embedOrigins,
      links,
      billing,
    };
  });
}
