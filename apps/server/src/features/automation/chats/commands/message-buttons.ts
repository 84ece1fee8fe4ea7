import { type MessageAction, messageResultText } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import type { Accounts } from '../../../people/accounts/index.ts';
import type { MessageActions } from '../../message-actions/index.ts';
import type { MessageTokens, OutgoingMessage } from '../../notifications/index.ts';
import { type ChatButton, type ChatReply, textReply } from './reply.ts';

const snoozeMinutes = 60;

/** The buttons of a message; none where there is nothing to do about it. `key` is that of its delivery. */
export const messageButtons = ({ kind, key }: Pick<OutgoingMessage, 'kind' | 'key'>): readonly ChatButton[] =>
  kind === 'active'
    ? [
        { label: 'Acknowledge', data: `a:${key}` },
        { label: 'Snooze 1 h', data: `z:${key}` },
      ]
    : [];

/** A contact of an account, such as `contact-7`. */
interface Receiver {
  readonly accountId: number;
  readonly contact: string;
}

interface MessageButtonsDeps {
  readonly tokens: Pick<MessageTokens, 'findByKey'>;
  readonly actions: Pick<MessageActions, 'perform'>;
  readonly accounts: Pick<Accounts, 'languageOf'>;
}

/** What people press under messages. */
export class MessageButtons {
  readonly #deps: MessageButtonsDeps;

  constructor(deps: MessageButtonsDeps) {
    this.#deps = deps;
  }

  /** Does what a button stands for; undefined when it is none of a message. The message must be one that this contact got. */
  async pressed(data: string, { accountId, contact }: Receiver): Promise<ChatReply | undefined> {
    const [, what, key] = /^([az]):([\w-]{36})$/.exec(data) ?? [];
    if (key === undefined) return undefined;
    const { tokens, actions, accounts } = this.#deps;
    const message = await tokens.findByKey(accountId, contact, key);
    if (!message) return nothingToDo;
    const action: MessageAction = what === 'a' ? { kind: 'acknowledge' } : { kind: 'snooze', minutes: snoozeMinutes };
    try {
      const text = messageResultText(await actions.perform(message, action), await accounts.languageOf(accountId));
      return { text, buttons: [], ...(what === 'a' && { pressed: 'done' }) };
    } catch (error) {
      if (error instanceof AppError) return textReply(error.message);
      throw error;
    }
  }
}

const nothingToDo: ChatReply = {
  text: 'This message is too old. Open Cyno to see what is left to do.',
  buttons: [],
  pressed: 'done',
};
