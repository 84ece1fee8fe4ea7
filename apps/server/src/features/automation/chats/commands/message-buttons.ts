import { type Language, type MessageAction, messageResultText } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import type { MessageActions } from '../../message-actions/index.ts';
import type { MessageTokens, OutgoingMessage } from '../../notifications/index.ts';
import { chatTexts } from '../texts/index.ts';
import { type ChatButton, type ChatReply, textReply } from './reply.ts';

const snoozeMinutes = 60;

/** The buttons of a message; none where there is nothing to do about it. `key` is that of its delivery. */
export const messageButtons = (
  { kind, key }: Pick<OutgoingMessage, 'kind' | 'key'>,
  language: Language,
): readonly ChatButton[] =>
  kind === 'active'
    ? [
        { label: chatTexts[language].acknowledge, data: `a:${key}` },
        { label: chatTexts[language].snoozeHour, data: `z:${key}` },
      ]
    : [];

/** A contact of an account, such as `contact-7`. */
interface Receiver {
  readonly accountId: number;
  readonly contact: string;
  readonly language: Language;
}

interface MessageButtonsDeps {
  readonly tokens: Pick<MessageTokens, 'findByKey'>;
  readonly actions: Pick<MessageActions, 'perform'>;
}

/** What people press under messages. */
export class MessageButtons {
  readonly #deps: MessageButtonsDeps;

  constructor(deps: MessageButtonsDeps) {
    this.#deps = deps;
  }

  /** Does what a button stands for; undefined when it is none of a message. The message must be one that this contact got. */
  async pressed(data: string, { accountId, contact, language }: Receiver): Promise<ChatReply | undefined> {
    const [, what, key] = /^([az]):([\w-]{36})$/.exec(data) ?? [];
    if (key === undefined) return undefined;
    const { tokens, actions } = this.#deps;
    const texts = chatTexts[language];
    const message = await tokens.findByKey(accountId, contact, key);
    if (!message) return { ...textReply(texts.messageTooOld), pressed: 'done' };
    const action: MessageAction = what === 'a' ? { kind: 'acknowledge' } : { kind: 'snooze', minutes: snoozeMinutes };
    try {
      const text = messageResultText(await actions.perform(message, action), language);
      return { text, buttons: [], ...(what === 'a' && { pressed: 'done' }) };
    } catch (error) {
      if (error instanceof AppError) return textReply(texts.refused(error.message, error.why));
      throw error;
    }
  }
}
