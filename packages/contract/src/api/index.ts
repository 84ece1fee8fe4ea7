import type { z } from 'zod';
import * as features from './features.ts';
import type { Operation } from './operation.ts';

export { commonErrors } from './common-errors.ts';
export type { Method, Operation, OperationErrors } from './operation.ts';

type Feature = (typeof features)[keyof typeof features];
type NameOf<Some> = Some extends unknown ? keyof Some : never;

/** Method and path of a route as the server writes them, such as `GET /api/device/:espid`. */
export type RouteName = NameOf<Feature>;

/** The schemas of a route. */
export type SchemaOf<Name extends RouteName> = Name extends unknown
  ? Extract<Feature, { readonly [key in Name]: Operation }>[Name]['schema']
  : never;

/** The values of a query before they are text: what the server makes of them again, where it accepts any text. */
type QueryOf<Schema extends z.ZodType> = {
  [key in keyof z.input<Schema>]: unknown extends z.input<Schema>[key]
    ? z.output<Schema>[key & keyof z.output<Schema>]
    : z.input<Schema>[key];
};
type Sent<Value> = Value extends object ? { readonly [key in keyof Value]: Sent<Value[key]> } : Value;
type Optional<Key extends string, Value> = object extends Value ? { [key in Key]?: Value } : { [key in Key]: Value };
type InputOf<Schema, Text> = Schema extends unknown
  ? (Schema extends { params: infer Params extends z.ZodType } ? { params: z.output<Params> } : unknown) &
      (Schema extends { querystring: infer Query extends z.ZodType }
        ? Optional<'query', QueryOf<Query> | Text>
        : unknown) &
      (Schema extends { body: infer Body extends z.ZodType } ? { body: Sent<z.input<Body>> } : unknown)
  : never;

/** What a request to a route has; `Text` stands for a query that is text already. */
export type RouteInput<Name extends RouteName, Text = never> = InputOf<SchemaOf<Name>, Text>;

/** The response of a route when all goes well. */
export type RouteOutput<Name extends RouteName> =
  SchemaOf<Name> extends { response: infer Response } ? z.output<Response[keyof Response]> : unknown;

/** Each route by its name; a test of the server compares them with what it registers. */
export const operations: ReadonlyMap<string, Operation> = new Map(Object.values(features).flatMap(Object.entries));
