import { createRequire } from 'node:module';
import type { GrammyError } from 'grammy';

const load = createRequire(import.meta.url);

/** Telegram's library, for servers that have a bot: it takes 3 MB of memory. */
export const telegramSdk = (): typeof import('grammy') => load('grammy');

/** What Telegram refused a request with; undefined for any other error. */
export const refusalOf = (error: unknown): GrammyError | undefined =>
  error instanceof telegramSdk().GrammyError ? error : undefined;
