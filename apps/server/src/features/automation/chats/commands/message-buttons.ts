import { type Language, type MessageAction, messageResultText } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import type { MessageActionsFeature } from '../../message-actions/index.ts';
import type { MessageTokens, OutgoingMessage, ReceivedMessage } from '../../notifications/index.ts';
import { chatTexts } from '../texts/index.ts';
import { type ChatSwitches, switchId } from './chat-switches.ts';
import { type ChatButton, type ChatReply, type ReportLater, textReply } from './reply.ts';

const snoozeMinutes = 60;

/** A contact of an account, such as `contact-7`. */
interface Receiver {
  readonly accountId: number;
  readonly contact: string;
  readonly language: Language;
  readonly later: ReportLater;
}

interface MessageButtonsDeps {
  readonly tokens: Pick<MessageTokens, 'findPressed'>;
  readonly actions: Pick<MessageActionsFeature['actions'], 'perform'>;
  readonly outputs: Pick<MessageActionsFeature['outputs'], 'offered'>;
  readonly switches: Pick<ChatSwitches, 'pressedOn'>;
}

/** What people press under messages: a button is good for the contact that got its message, and with the rights that its account has then. */
export class MessageButtons {
  readonly #deps: MessageButtonsDeps;

  constructor(deps: MessageButtonsDeps) {
    this.#deps = deps;
  }

  /** The rows of buttons of a message; none where there is nothing to do about it. Their data has the key of its delivery. */
  async under(
    accountId: number,
    message: Pick<OutgoingMessage, 'kind' | 'key' | 'events' | 'mayOperate'>,
    language: Language,
  ): Promise<(readonly ChatButton[])[]> {
    const { kind, key, mayOperate } = message;
    if (kind !== 'active') return [];
    const { acknowledge, snoozeHour, switchButton } = chatTexts[language];
    const about = [
      { label: acknowledge, data: `a:${key}` },
      ...(mayOperate ? [{ label: snoozeHour, data: `z:${key}` }] : []),
    ];
    // A message without them is better than none.
    const offered = await this.#deps.outputs.offered(accountId, message).catch(() => []);
    const outputs = offered.map(({ name, on, pin }) => ({
      label: switchButton({ name, on }),
      data: `o:${key}:${switchId({ kind: 'output', target: pin })}:${on ? 1 : 0}`,
    }));
    return outputs.length > 0 ? [about, outputs] : [about];
  }

  /** Does what a button stands for; undefined when it is none of a message. The message must be one that this contact got. */
  async pressed(data: string, receiver: Receiver): Promise<ChatReply | undefined> {
    const [, what, key, output, value] = shape.exec(data) ?? [];
    if (key === undefined || (what === 'o') !== (output !== undefined)) return undefined;
    const { accountId, contact, language } = receiver;
    const message = await this.#deps.tokens.findPressed(accountId, contact, key);
    if (!message) return { ...textReply(chatTexts[language].messageTooOld), pressed: 'done' };
    if (output !== undefined) {
      const { espid } = message.content.events[0] ?? {};
      return this.#deps.switches.pressedOn(espid ?? '', output, { ...receiver, on: value === '1' });
    }
    return this.#perform(
      message,
      what === 'a' ? { kind: 'acknowledge' } : { kind: 'snooze', minutes: snoozeMinutes },
      language,
    );
  }

  async #perform(message: ReceivedMessage, action: MessageAction, language: Language): Promise<ChatReply> {
    try {
      const text = messageResultText(await this.#deps.actions.perform(message, action), language);
      return { text, buttons: [], ...(action.kind === 'acknowledge' && { pressed: 'done' }) };
    } catch (error) {
      if (error instanceof AppError) return textReply(chatTexts[language].refused(error.message, error.why));
      throw error;
    }
  }
}

/** What is done, the key of the delivery, and of a switch the output and its new state. */
const shape = /^([azo]):([\w-]{36})(?::([\w-]{11}):([01]))?$/;
