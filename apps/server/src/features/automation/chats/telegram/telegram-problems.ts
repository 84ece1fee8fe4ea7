import type { DeliveryText } from '@cyno/contract';

export const wrongToken: DeliveryText =
  'Telegram does not accept the token of this server’s bot. Its administrator can set another TELEGRAM_BOT_TOKEN.';
export const notReached: DeliveryText = 'Telegram cannot be reached from this server at the moment.';
