import { createHash } from 'node:crypto';
import { type Command, commandReasonIn, displayName, type Language, type OutputMode } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
import { chatTexts, type SwitchedText } from '../texts/index.ts';
import { type ChatWorld, visibleDevice, visibleDevices } from './chat-world.ts';
import type { CommandOutcomes } from './command-outcomes.ts';
import { bestMatches } from './names.ts';
import { nowOrLater } from './now-or-later.ts';
import { type ChatReply, type ReportLater, textReply } from './reply.ts';

const maxChoices = 8;

/** Something that a chat can switch on and off. */
interface Switch {
  readonly device: DeviceRecord;
  readonly kind: 'output' | 'event';
  /** The pin, or the name of the event. */
  readonly target: string;
  /** Of outputs. */
  readonly mode: OutputMode | null;
  readonly name: string | null;
  /** Confirmed before it is switched. */
  readonly locked: boolean;
}

interface SwitchRequest {
  readonly accountId: number;
  readonly language: Language;
  readonly on: boolean;
  readonly later: ReportLater;
}

/** Switches outputs, and events that are switches, for people in chats, and reports what the board did. */
export class ChatSwitches {
  readonly #world: ChatWorld;
  readonly #outcomes: CommandOutcomes;

  constructor(world: ChatWorld, outcomes: CommandOutcomes) {
    this.#world = world;
    this.#outcomes = outcomes;
  }

  /** Switches what was named, or requests which one is meant. */
  async named(typed: string, request: SwitchRequest): Promise<ChatReply> {
    const { accountId, language } = request;
    const texts = chatTexts[language];
    const deviceOf = (one: Switch) => displayName(one.device, language);
    const all = visibleDevices(this.#world, accountId).flatMap((device) => this.#of(device));
    const byName = await bestMatches(typed, all, ({ name, target }) => [name ?? target, target]);
    const found =
      byName.length > 0
        ? byName
        : await bestMatches(typed, all, (one) => [
            `${deviceOf(one)} ${labelOf(one)}`,
            `${labelOf(one)} ${deviceOf(one)}`,
            `${labelOf(one)} ของ ${deviceOf(one)}`,
          ]);
    const [first] = found;
    if (!first) {
      const names = [...new Set(all.map(labelOf))];
      return textReply(
        all.length === 0
          ? texts.noOutputs
          : texts.noOutput(typed, names.slice(0, maxChoices), names.length > maxChoices),
      );
    }
    if (found.length === 1) return this.#confirmed(first, request);
    const choices = found.slice(0, maxChoices);
    return {
      text: texts.whichSwitched(request.on),
      buttons: choices.map((one) => ({
        label: `${labelOf(one)} · ${deviceOf(one)}`,
        data: dataOf(one, request.on, one.locked ? 'question' : 'switch'),
      })),
    };
  }

  /** Does what a button of `named` stands for; undefined when it is none. */
  async pressed(data: string, intent: Omit<SwitchRequest, 'on'>): Promise<ChatReply | undefined> {
    const [, deviceId, hash, value, step] = shape.exec(data) ?? [];
    if (deviceId === undefined) return undefined;
    const device = visibleDevice(this.#world, intent.accountId, Number(deviceId));
    const found = device && this.#of(device).find((one) => switchId(one) === hash);
    if (!found) return textReply(chatTexts[intent.language].outputGone);
    const request = { ...intent, on: value === '1' };
    return step === 's' ? this.#switch(found, request) : this.#confirmed(found, request);
  }

  /** Switches what a button under a message about a device stands for, as far as the account may now. */
  async pressedOn(espid: string, id: string, request: SwitchRequest): Promise<ChatReply> {
    const device = this.#world.devices.access.find(request.accountId, espid, 'view');
    const found = device && this.#of(device).find((one) => switchId(one) === id);
    return found ? this.#confirmed(found, request) : textReply(chatTexts[request.language].outputGone);
  }

  #confirmed(one: Switch, request: SwitchRequest): ChatReply | Promise<ChatReply> {
    if (!one.locked) return this.#switch(one, request);
    const texts = chatTexts[request.language];
    return {
      text: texts.confirmSwitch(labelOf(one), displayName(one.device, request.language), request.on),
      buttons: [{ label: texts.yesSwitch(request.on), data: dataOf(one, request.on, 'switch') }],
    };
  }

  async #switch(one: Switch, request: SwitchRequest): Promise<ChatReply> {
    const { accountId, on, language } = request;
    const texts = chatTexts[language];
    const { accounts, devices } = this.#world;
    const { device } = one;
    const account = await accounts.find(accountId);
    if (!account || !devices.access.may(accountId, device, 'operate')) {
      return textReply(texts.viewOnly(displayName(device, language)));
    }
    try {
      const command = await this.#request(one, on, { kind: 'person', name: account.email, id: accountId });
      return textReply(await this.#outcome(one, command, request));
    } catch (error) {
      if (error instanceof AppError) return textReply(texts.refused(error.message, error.why));
      throw error;
    }
  }

  async #request(
    { device, kind, target, mode }: Switch,
    on: boolean,
    by: Parameters<ChatWorld['control']['control']['sendEvent']>[2],
  ) {
    const { control } = this.#world.control;
    const commands =
      kind === 'event'
        ? await control.sendEvent(device, { name: target, value: on ? '1' : '0' }, by)
        : await control.switchOutputs(
            device,
            { pins: [{ pin: target, mode: mode ?? 'digit', value: levelOf(mode, on) }] },
            by,
          );
    const [command] = commands;
    if (!command) throw new Error('The command was not stored.');
    return command;
  }

  /** What became of a command, or that it waits; then `later` reports the rest. */
  #outcome(one: Switch, command: Command, { on, language, later }: SwitchRequest): Promise<string> {
    const texts = chatTexts[language];
    const device = displayName(one.device, language);
    // A pin without a name is called with its device.
    const switched = { name: one.name ?? texts.pinOf(one.target, device), on };
    return nowOrLater({
      follow: (then) => this.#outcomes.follow(command, (ended) => then(outcomeText(switched, ended, language))),
      waiting: texts.switchWaits(switched),
      known: one.device.online ? null : texts.switchOffline(switched, device),
      later,
    });
  }

  #of(device: DeviceRecord): Switch[] {
    const { targets } = this.#world.control;
    const outputs = targets.outputs(device.id).map(({ pin, mode, name, locked }) => ({
      ...{ device, kind: 'output' as const, target: pin, mode, name, locked },
    }));
    const events = targets
      .events(device.id)
      .filter(({ widget }) => widget === 'switch')
      .map(({ name, label, locked }) => ({
        ...{ device, kind: 'event' as const, target: name, mode: null, name: label, locked },
      }));
    return [...outputs, ...events];
  }
}

/** What can be sent to a pin: 0 and 1, or a level up to 255. */
const levelOf = (mode: OutputMode | null, on: boolean): number => (on ? (mode === 'digit' ? 1 : 255) : 0);

const labelOf = ({ name, target }: Switch): string => name ?? target;

function outcomeText(
  switched: SwitchedText,
  { state, reason, sentAt, answeredAt }: Command,
  language: Language,
): string {
  const texts = chatTexts[language];
  if (state === 'acknowledged') {
    return texts.switchDone(switched, sentAt === null || answeredAt === null ? null : answeredAt - sentAt);
  }
  if (state === 'unconfirmed') return texts.switchUnconfirmed(switched);
  if (state === 'superseded') return texts.switchSuperseded(switched);
  return texts.switchFailed(switched, reason === null ? '' : commandReasonIn(reason, language));
}

/** The device, what is switched, its new state, and whether it is confirmed. */
const shape = /^s:(\d{1,10}):([\w-]{11}):([01]):([qs])$/;

const dataOf = (one: Switch, on: boolean, step: 'question' | 'switch'): string =>
  `s:${one.device.id}:${switchId(one)}:${on ? 1 : 0}:${step === 'switch' ? 's' : 'q'}`;

/** Names an output or an event among those of its device: names of events are longer than what fits into a button. */
export const switchId = ({ kind, target }: Pick<Switch, 'kind' | 'target'>): string =>
  createHash('sha256').update(`${kind} ${target}`).digest('base64url').slice(0, 11);
