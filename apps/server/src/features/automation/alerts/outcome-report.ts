import type { AlertReport, AlertStatement } from '@cyno/contract';

/** What became of a command. */
export const commandReport = (target: string, failed: boolean, reason: string | null): AlertReport =>
  failed ? withReason({ code: 'command_failed', target }, reason) : [{ code: 'command_acknowledged', target }];

/** What became of a firmware update. */
export const updateReport = (failed: boolean, reason: string | null): AlertReport =>
  failed ? withReason({ code: 'update_failed' }, reason) : [{ code: 'update_succeeded' }];

const withReason = (statement: AlertStatement, reason: string | null): AlertReport =>
  reason === null ? [statement] : [statement, { code: 'reason', text: reason }];
