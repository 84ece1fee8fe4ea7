import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Method, operations, type RouteName, type SchemaOf } from '@cyno/contract/api';
import type {
  ContextConfigDefault,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Http } from './http.ts';

type Handler<Name extends RouteName> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  SchemaOf<Name>,
  ZodTypeProvider
>;
type Options = Omit<RouteShorthandOptions, 'schema'>;

/** Adds a route that the contract describes; its schemas check and type what the handler takes and returns. */
interface AddRoute {
  <Name extends RouteName>(name: Name, handler: Handler<Name>): void;
  <Name extends RouteName>(name: Name, options: Options, handler: Handler<Name>): void;
}

/** What adds routes to a server, or to a scope of it. */
export function routesOf(app: Http): AddRoute {
  return <Name extends RouteName>(name: Name, ...rest: [Handler<Name>] | [Options, Handler<Name>]) => {
    const [method, url] = name.split(' ') as [Method, string];
    const [options, handler] = rest.length === 1 ? [{}, rest[0]] : rest;
    const operation = operations.get(name);
    if (!operation) throw new Error(`The contract has no route ${name}.`);
    app.route({ ...options, method, url, schema: operation.schema, handler: handler as RouteHandlerMethod });
  };
}
