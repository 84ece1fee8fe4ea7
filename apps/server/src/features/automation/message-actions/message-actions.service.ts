import {
  type ActionableMessage,
  type Alert,
  displayName,
  type MessageAction,
  type MessageActionDone,
  type MessageOutput,
  type MessageResult,
  messageResultText,
  type ReceiptState,
} from '@cyno/contract';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DeviceRecord, DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Alerts } from '../alerts/index.ts';
import type { MessageTokens, ReceivedMessage } from '../notifications/index.ts';

/** Outputs are offered of the first devices of a message, and of those only so many. */
const maxDevices = 3;
const maxOutputs = 24;

interface MessageActionsDeps {
  readonly accounts: Pick<Accounts, 'find' | 'languageOf'>;
  readonly alerts: Pick<Alerts, 'find' | 'acknowledge' | 'mute'>;
  readonly tokens: Pick<MessageTokens, 'find' | 'use' | 'report'>;
  readonly access: Pick<DevicesFeature['access'], 'find'>;
  readonly control: Pick<ControlFeature['control'], 'switchOutputs'>;
  /** The outputs of a device, as they are shown. */
  outputsOf(device: DeviceRecord): Promise<readonly Omit<MessageOutput, 'espid' | 'device' | 'online'>[]>;
}

/** What people do from a message, with the rights that their account has at that moment. */
export class MessageActions {
  readonly #deps: MessageActionsDeps;

  constructor(deps: MessageActionsDeps) {
    this.#deps = deps;
  }

  /** What the message of a link was about. Throws a 404 when the link is used or over. */
  async show(token: string): Promise<ActionableMessage> {
    const message = await this.#deps.tokens.find(token);
    if (!message) throw linkIsOver();
    return this.#describe(message);
  }

  /** Notes that a message was shown or opened. Throws a 404 when its token is used or over. */
  async report(token: string, state: ReceiptState): Promise<void> {
    if (!(await this.#deps.tokens.report(token, state))) throw linkIsOver();
  }

  /**
   * Does what was chosen in the page of a link, which is good for this once. Throws a 404 when it is used or over, and what `perform` throws:
   * then nothing was done and the link still works.
   */
  async performByLink(token: string, action: MessageAction): Promise<MessageActionDone> {
    const used = await this.#deps.tokens.use(token, async (received) => ({
      received,
      report: await this.perform(received, action),
    }));
    if (!used) throw linkIsOver();
    const { received, report } = used.result;
    return {
      result: messageResultText(report, await this.#deps.accounts.languageOf(received.accountId)),
      report,
      token: used.token,
      message: await this.#describe(received),
    };
  }

  /**
   * Does something about a message and resolves with what came of it. Throws a 403 when the account may only look at the
   * devices (it may acknowledge what was passed on to it), a 404 for an output that it does not have, and a 400 or 429 as switching in the app does.
   */
  async perform(message: ReceivedMessage, action: MessageAction): Promise<MessageResult> {
    const { alerts } = this.#deps;
    const { accountId } = message;
    if (action.kind === 'switch') return this.#switch(message, action);
    const ids = alertIds(message);
    if (ids.length === 0) throw badRequest('This message is not about an alert.', because('message_not_about_alert'));
    if (action.kind === 'acknowledge') {
      const changed = await alerts.acknowledge(accountId, ids);
      return changed.length > 0
        ? { code: 'acknowledged', count: changed.length }
        : nothingLeft(await alerts.find(accountId, ids));
    }
    const changed = await alerts.mute(accountId, ids, action.minutes);
    return changed.length > 0
      ? { code: 'snoozed', count: changed.length, minutes: action.minutes }
      : nothingLeft(await alerts.find(accountId, ids));
  }

  async #switch(
    message: ReceivedMessage,
    { espid, pin, on, confirmed }: Extract<MessageAction, { kind: 'switch' }>,
  ): Promise<MessageResult> {
    const { accounts, control, outputsOf } = this.#deps;
    const device = this.#operable(message).find((one) => one.espid === espid);
    const output = device && (await outputsOf(device)).find((one) => one.pin === pin);
    const account = await accounts.find(message.accountId);
    if (!device || !output || !account) throw notFound('output', pin);
    if (output.locked && confirmed === false) throw outputIsLocked(output.name ?? pin);
    const by = { kind: 'person', name: account.email, id: message.accountId } as const;
    await control.switchOutputs(device, { pins: [{ pin, mode: 'digit', value: on ? 1 : 0 }] }, by);
    return {
      code: 'switched',
      output: output.name ?? pin,
      on,
      device: displayName(device, await accounts.languageOf(account.id)),
      online: device.online,
    };
  }

  async #describe(message: ReceivedMessage): Promise<ActionableMessage> {
    const { accountId, severity, at, content } = message;
    const found = await this.#deps.alerts.find(accountId, alertIds(message));
    const devices = this.#operable(message);
    const outputs: MessageOutput[] = [];
    for (const device of devices) {
      const { espid, online } = device;
      const ofDevice = await this.#deps.outputsOf(device);
      outputs.push(...ofDevice.map((output) => ({ ...output, espid, device: displayName(device, 'en'), online })));
    }
    const { subject, text, link } = content;
    return {
      subject,
      text,
      link,
      severity,
      at,
      alerts: countStates(found),
      mayAcknowledge: found.some(({ mayAcknowledge }) => mayAcknowledge),
      mayAct: devices.length > 0,
      outputs: outputs.slice(0, maxOutputs),
    };
  }

  /** The first devices of a message that the account may operate now. */
  #operable({ accountId, content }: ReceivedMessage): DeviceRecord[] {
    const espids = new Set(content.events.flatMap(({ espid }) => espid ?? []));
    return [...espids]
      .flatMap((espid) => this.#deps.access.find(accountId, espid, 'operate') ?? [])
      .slice(0, maxDevices);
  }
}

const linkIsOver = () =>
  new AppError(
    404,
    'not_found',
    'This link was used already, or is too old. Open Cyno to see what is left to do.',
    because('message_link_over'),
  );

const outputIsLocked = (name: string) =>
  new AppError(
    409,
    'conflict',
    `${name} asks before it is switched. Open Cyno to switch it.`,
    because('output_locked', { name }),
  );

const alertIds = ({ topics }: ReceivedMessage): number[] =>
  topics.flatMap((topic) => {
    const id = /^alert:(\d{1,9})$/.exec(topic)?.[1];
    return id === undefined ? [] : [Number(id)];
  });

function countStates(alerts: readonly Alert[]): ActionableMessage['alerts'] {
  const of = (state: Alert['state']) => alerts.filter((alert) => alert.state === state).length;
  return {
    active: of('active'),
    acknowledged: of('acknowledged'),
    cleared: of('cleared'),
    snoozed: alerts.filter(({ mutedUntil }) => mutedUntil !== null).length,
  };
}

const nothingLeft = (found: readonly Alert[]): MessageResult => ({
  code: found.some(({ state }) => state === 'acknowledged') ? 'acknowledged_before' : 'over_before',
});
