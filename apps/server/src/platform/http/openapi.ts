import { errorBody } from '@cyno/contract';
import { operations } from '@cyno/contract/api';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { openToAll } from './access.ts';
import { describeOperation, type OpenApiOperation } from './describe-operation.ts';

/** Swagger UI makes markup from text, so Trusted Types would stop it; the hash is that of the one style that it brings inline. */
const policy = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** A column in which every response has "No links", and which takes a third of a phone's width. */
const withoutLinks = '.swagger-ui .response-col_links { display: none; }';

/** Describes every route that follows at `/api/openapi.json`, and shows it at `/api/docs`. */
export async function describeRoutes(app: FastifyInstance, basePath: string): Promise<void> {
  /** By method and path as the document writes them. */
  const routes = new Map<string, RouteOptions>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cyno',
        description:
          'Errors return `{error, code}`. Send the token of a login or a personal access token as a bearer token.',
        version: '1',
      },
      components: {
        schemas: { Error: z.toJSONSchema(errorBody) as object },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, ...rest }) => {
      if (!url.startsWith('/api/')) return { schema: { ...schema, hide: true }, url };
      const open = rest.route.config?.access === 'public' && { security: [] };
      const tags = url.split('/').slice(2, 3);
      const { method } = rest.route;
      routes.set(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, rest.route);
      const { summary, description } = operations.get(`${method} ${url}`) ?? {};
      return jsonSchemaTransform({ schema: { tags, summary, description, ...schema, ...open }, url, ...rest });
    },
    transformObject(document) {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      for (const [path, methods] of Object.entries(openapiObject.paths ?? {})) {
        for (const [verb, generated] of Object.entries(methods as Record<string, OpenApiOperation>)) {
          const route = routes.get(`${verb.toUpperCase()} ${path}`);
          if (route) describeOperation(generated, route, operations.get(`${route.method} ${route.url}`));
        }
      }
      return openapiObject;
    },
  });
  let document: Buffer | undefined;
  // Anybody may request it, and writing it takes the event loop for half a second: once, and not at each start.
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  const page: FastifyPluginAsync = async (scope) => {
    openToAll(scope);
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      indexPrefix: basePath,
      // Without the bar above, which has the sign of somebody else and opens any address.
      uiConfig: { validatorUrl: null, layout: 'BaseLayout', docExpansion: 'none', filter: true },
      theme: { title: 'Cyno HTTP API', css: [{ filename: 'cyno.css', content: withoutLinks }] },
      staticCSP: policy,
    });
  };
  await app.register(page);
}
