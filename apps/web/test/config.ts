import type { PublicConfig } from '@cyno/contract';

/** What a server without mail, billing and providers publishes to everybody. */
export function publicConfigOf(more: Partial<PublicConfig> = {}): PublicConfig {
  const nowhere = { projects: null, documentation: null, library: null, feedback: null, video: null, contact: null };
  return {
    team: null,
    signup: 'open',
    setupNeeded: false,
    mailConfigured: false,
    billing: 'off',
    analyticsId: null,
    mapTiles: null,
    embedOrigins: [],
    providers: { oidc: null, line: false },
    mqtt: { host: 'cyno.example', tlsPort: 8883, selfSigned: false, plainPort: null },
    links: { ...nowhere, social: null, chat: null, mail: null },
    ...more,
  };
}
