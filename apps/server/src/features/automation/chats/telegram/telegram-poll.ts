import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Logger } from '../../../../platform/log/index.ts';
import { refusalOf } from './telegram-sdk.ts';

/** Telegram holds a request for new messages open for so long. */
const holdSeconds = 25;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Handled at a time; meanwhile further ones stay at Telegram. */
const maxHandled = 100;

interface PollDeps {
  readonly api: Api;
  readonly log: Logger;
  /** Handles one; never rejects. */
  handle(update: Update): Promise<void>;
  /** Called when Telegram reports that another program fetches the messages to the bot as well. */
  onRival(): void;
}

/**
 * Fetches what is written to the bot until the signal is aborted. Each update is confirmed at Telegram before it is handled: a server that
 * is killed in between loses it, and does nothing twice.
 */
export async function pollTelegram({ api, log, handle, onRival }: PollDeps, signal: AbortSignal): Promise<void> {
  const handled = new Set<Promise<void>>();
  let confirmed: readonly Update[] = [];
  let offset = 0;
  let pauseMs = firstPauseMs;
  let reported = '';
  while (!signal.aborted) {
    try {
      const timeout = confirmed.length > 0 ? 0 : holdSeconds;
      const options = { offset, timeout, allowed_updates: ['message', 'callback_query'] as const };
      const next = await api.getUpdates(options, signal as never);
      for (const update of confirmed) {
        while (handled.size >= maxHandled) await Promise.race(handled);
        const work = handle(update).finally(() => handled.delete(work));
        handled.add(work);
      }
      confirmed = next;
      offset = (next.at(-1)?.update_id ?? offset - 1) + 1;
      pauseMs = firstPauseMs;
      reported = '';
    } catch (error) {
      if (signal.aborted) break;
      const problem = pollProblem(error);
      if (problem.text !== reported)
        log.warn({ reason: problem.text }, 'Messages to the Telegram bot are not fetched; trying again');
      reported = problem.text;
      if (problem.hasRival) onRival();
      if (problem.hasWebhook) await api.deleteWebhook().catch(() => undefined);
      await pause(Math.max(pauseMs, problem.retryAfterMs), undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
  await Promise.all(handled);
}

/** Errors of grammY hold what was sent, and addresses with the token: only this goes into the log. */
function pollProblem(error: unknown): { text: string; retryAfterMs: number; hasWebhook: boolean; hasRival: boolean } {
  const refusal = refusalOf(error);
  if (!refusal) return { text: 'Telegram could not be reached.', retryAfterMs: 0, hasWebhook: false, hasRival: false };
  const { error_code: code, description, parameters } = refusal;
  const isConflict = code === 409;
  const hasWebhook = isConflict && /webhook/i.test(description);
  return {
    text: `${code} ${description}`,
    retryAfterMs: (parameters.retry_after ?? 0) * 1_000,
    hasWebhook,
    hasRival: isConflict && !hasWebhook,
  };
}
