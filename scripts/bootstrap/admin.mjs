import { serverCommand } from './server-command.mjs';

/** Runs the command of the operator that follows in the arguments, and ends as it ends. */
export const admin = () => serverCommand('admin.ts', process.argv.slice(2));
