import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isLargeJson, jsonInSlices, type WriteJson } from './json-in-slices.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is written as it is, without its schema. */
    isPlainJson?: boolean;
  }
}

const asItIs: WriteJson = (value) => JSON.stringify(value);

/** Writes large responses in slices, so that nobody waits for one. The event loop is free in between. */
export function sliceLargeResponses(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // A compiler of a route's own writes without checking.
    if (route.serializerCompiler) route.config = { ...route.config, isPlainJson: true };
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (!isLargeJson(payload)) return payload;
    const { method, url = '', schema, config } = request.routeOptions;
    const responses = schema?.response as Record<string, unknown> | undefined;
    const own = config.isPlainJson ? undefined : responses?.[reply.statusCode];
    const isZod = own instanceof z.core.$ZodType;
    const text = await (isZod
      ? jsonInSlices(payload, own, bySchema({ method, url }))
      : jsonInSlices(payload, undefined, asItIs));
    reply.serializer(() => text);
    return payload;
  });
}

/** Writes by the schema, which leaves out what it does not know; a response that does not fit is an error, as with small ones. */
function bySchema({ method, url }: { method: string | string[]; url: string }): WriteJson {
  const writers = new Map<z.core.$ZodType, (value: unknown) => string>();
  const verb = [method].flat().join();
  return (value, schema) => {
    if (!schema) return JSON.stringify(value);
    let write = writers.get(schema);
    if (!write) {
      write = serializerCompiler({ schema: schema as z.ZodType, method: verb, url });
      writers.set(schema, write);
    }
    return write(value);
  };
}
