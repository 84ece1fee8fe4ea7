import { AccountDataRepository } from './account-data.repository.ts';
import { DataExports, type DataExportsOptions } from './exports.service.ts';

export { accountDataRoutes } from './account-data.routes.ts';

/** Exports of everything that belongs to an account. */
export type { DataExports } from './exports.service.ts';

/** Wires the feature; nothing is written before `start`. */
export function createAccountData(options: Omit<DataExportsOptions, 'repository'>): DataExports {
  return new DataExports({ ...options, repository: new AccountDataRepository(options.database) });
}
