import * as features from './features.ts';
import type { Operation, RouteSchema } from './operation.ts';

export { commonErrors } from './common-errors.ts';
export type { Method, Operation, OperationErrors } from './operation.ts';

type Feature = (typeof features)[keyof typeof features];
type NameOf<Some> = Some extends unknown ? keyof Some : never;

/** Method and path of a route as the server writes them, such as `GET /api/device/:espid`. */
export type RouteName = NameOf<Feature>;

/** The schemas of a route. */
export type SchemaOf<Name extends RouteName> = Extract<Feature, { readonly [key in Name]: unknown }>[Name] extends {
  schema: infer Schema extends RouteSchema;
}
  ? Schema
  : RouteSchema;

/** Each route by its name; a test of the server compares them with what it registers. */
export const operations: ReadonlyMap<string, Operation> = new Map(Object.values(features).flatMap(Object.entries));
