import './platform/quick-imports.ts';
import { ConfigError, loadConfig } from './config.ts';
import { AppError } from './platform/errors.ts';
import { StartError } from './platform/start-error.ts';

try {
  // Only now: the hook above counts for what is imported after it.
  const { runAdminCommand } = await import('./admin-commands.ts');
  process.stdout.write(`${await runAdminCommand(process.argv.slice(2), loadConfig)}\n`);
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError || error instanceof AppError;
  process.stderr.write(`${expected || !(error instanceof Error) ? (error as Error).message : error.stack}\n`);
  process.exitCode = 1;
}
