import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * What a Google tag of an analytics property loads and calls, without the hosts for advertising:
 * https://developers.google.com/tag-platform/security/guides/csp#google_analytics_4_google_analytics
 */
const analyticsHosts = {
  scripts: ['https://www.googletagmanager.com/gtag/js'],
  images: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  calls: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};
/** Boards are flashed by cable, and an account's place is needed for the times of sunrise; the rest nobody may request. */
const permissions = 'serial=(self), geolocation=(self), camera=(), microphone=(), payment=(), usb=()';
const noHosts = { scripts: [], images: [], calls: [] };

interface PageSources {
  readonly encrypted: boolean;
  /** Whether a proxy has the certificate, of which nothing is known here: browsers insist on https then. */
  readonly strict: boolean;
  readonly analytics: boolean;
  readonly mapTilesOrigin: string | null;
  readonly embedOrigins: readonly string[];
  readonly homeAddresses: () => readonly string[];
}

/**
 * What a page of ours may load: only what we serve, and analytics when they are configured. Trusted Types make the browser
 * refuse text as markup even where our own code would slip. `encrypted`: the product is reached by https, so headers that
 * only count there are sent. `embedOrigins`: from where else pictures and framed pages may come.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { encrypted, strict, analytics, mapTilesOrigin, embedOrigins, homeAddresses }: PageSources,
): Promise<void> {
  const imageOrigins = [...new Set([...(mapTilesOrigin ? [mapTilesOrigin] : []), ...embedOrigins])];
  const others = analytics ? analyticsHosts : noHosts;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...others.scripts],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...others.images, ...imageOrigins],
        fontSrc: ["'self'"],
        // Covers the WebSocket of the same origin: https://www.w3.org/TR/CSP3/#match-url-to-source-expression
        connectSrc: [() => ["'self'", ...homeAddresses()].join(' '), ...others.calls],
        frameSrc: embedOrigins.length > 0 ? [...embedOrigins] : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Browsers ignore both over http, and complain about the second one.
    strictTransportSecurity: encrypted && strict,
    crossOriginOpenerPolicy: encrypted,
    crossOriginEmbedderPolicy: false,
  });
  // Helmet has no word for it: https://www.w3.org/TR/permissions-policy/
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissions);
  });
}
