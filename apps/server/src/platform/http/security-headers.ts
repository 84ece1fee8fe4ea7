import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * What a page of ours may load: only what we serve. Trusted Types make the browser refuse text as markup even where our own
 * code would slip. `encrypted`: the product is reached by https, so headers that only count there are sent.
 */
export async function addSecurityHeaders(app: FastifyInstance, encrypted: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Covers the WebSocket of the same origin: https://www.w3.org/TR/CSP3/#match-url-to-source-expression
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Browsers ignore both over http, and complain about the second one.
    strictTransportSecurity: encrypted,
    crossOriginOpenerPolicy: encrypted,
    crossOriginEmbedderPolicy: false,
  });
}
