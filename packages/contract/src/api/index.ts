import { deviceGroupOperations } from './boards/device-groups.ts';
import { deviceOperations } from './boards/devices.ts';
import type { Operation } from './operation.ts';

export { commonErrors } from './common-errors.ts';
export type { Operation, OperationErrors } from './operation.ts';

/** What the description of the API says about each route, by the route's name; a test of the server compares them. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    ...deviceOperations,
    ...deviceGroupOperations,
  }),
);
