import type { ChatTest, DeliveryText } from '@cyno/contract';
import type { Api } from 'grammy';
import { notReached, wrongToken } from './telegram-problems.ts';
import { refusalOf } from './telegram-sdk.ts';

const timeoutMs = 10_000;

/**
 * Checks the token of the bot at Telegram, and that nobody else gets what is written to it: by a webhook, or, `hasRival`, by fetching it as
 * this server does. Never rejects.
 */
export async function testTelegram(
  api: Api,
  { hasRival }: { hasRival: boolean },
): Promise<Pick<ChatTest, 'name' | 'results'>> {
  let name: string | null = null;
  const results: { ok: boolean; text: DeliveryText }[] = [];
  try {
    name = (await api.getMe(AbortSignal.timeout(timeoutMs) as never)).username;
    results.push({ ok: true, text: 'Telegram accepts the token.' });
    const { url } = await api.getWebhookInfo(AbortSignal.timeout(timeoutMs) as never);
    results.push(url || hasRival ? { ok: false, text: elsewhere } : { ok: true, text: here });
  } catch (error) {
    results.push({ ok: false, text: problemOf(error) });
  }
  return { name, results };
}

const here: DeliveryText = 'What is written to the bot comes to this server.';
const elsewhere: DeliveryText =
  'Telegram sends what is written to the bot to another program. Remove the token of the bot there, or make another bot with @BotFather.';

/** Errors of grammY hold addresses with the token: only the code is shown. */
function problemOf(error: unknown): DeliveryText {
  const refusal = refusalOf(error);
  if (!refusal) return notReached;
  const { error_code: code } = refusal;
  if (code === 401 || code === 404) return wrongToken;
  if (code === 429) return 'Telegram takes no more requests for now (429). Try again later.';
  return `Telegram responded with ${code}.`;
}
