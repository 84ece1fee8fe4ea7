import { createHash } from 'node:crypto';
import { type Command, displayName, type OutputMode } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
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
    const all = visibleDevices(this.#world, request.accountId).flatMap((device) => this.#of(device));
    const byName = await bestMatches(typed, all, ({ name, target }) => [name ?? target, target]);
    const found =
      byName.length > 0
        ? byName
        : await bestMatches(typed, all, (one) => [`${displayName(one.device, 'en')} ${labelOf(one)}`]);
    const [first] = found;
    if (!first) return textReply(all.length === 0 ? noOutputs : `There is no output “${typed}”. ${namesOf(all)}`);
    if (found.length === 1) return this.#confirmed(first, request);
    const choices = found.slice(0, maxChoices);
    return {
      text: `Which one is to be switched ${onOrOff(request.on)}?`,
      buttons: choices.map((one) => ({
        label: `${labelOf(one)} · ${displayName(one.device, 'en')}`,
        data: dataOf(one, request.on, one.locked ? 'question' : 'switch'),
      })),
    };
  }

  /** Does what a button of `named` stands for; undefined when it is none. */
  async pressed(data: string, { accountId, later }: Omit<SwitchRequest, 'on'>): Promise<ChatReply | undefined> {
    const [, deviceId, hash, value, step] = shape.exec(data) ?? [];
    if (deviceId === undefined) return undefined;
    const device = visibleDevice(this.#world, accountId, Number(deviceId));
    const found = device && this.#of(device).find((one) => hashOf(one) === hash);
    if (!found) return textReply('This output is gone, or not shared with you any more.');
    const request = { accountId, later, on: value === '1' };
    return step === 's' ? this.#switch(found, request) : this.#confirmed(found, request);
  }

  #confirmed(one: Switch, request: SwitchRequest): ChatReply | Promise<ChatReply> {
    if (!one.locked) return this.#switch(one, request);
    return {
      text: `Switch ${labelOf(one)} of ${displayName(one.device, 'en')} ${onOrOff(request.on)}?`,
      buttons: [{ label: `Yes, switch it ${onOrOff(request.on)}`, data: dataOf(one, request.on, 'switch') }],
    };
  }

  async #switch(one: Switch, { accountId, on, later }: SwitchRequest): Promise<ChatReply> {
    const { accounts, devices } = this.#world;
    const { device } = one;
    const account = await accounts.find(accountId);
    if (!account || !devices.access.may(accountId, device, 'operate')) {
      return textReply(`You may look at ${displayName(device, 'en')}. Ask its owner if you need to do more.`);
    }
    try {
      const command = await this.#request(one, on, { kind: 'person', name: account.email, id: accountId });
      return textReply(await this.#outcome(one, { command, on, later }));
    } catch (error) {
      if (error instanceof AppError) return textReply(error.message);
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
  #outcome(
    one: Switch,
    { command, on, later }: { command: Command; on: boolean; later: ReportLater },
  ): Promise<string> {
    const name = `${titleOf(one)} ${onOrOff(on)}`;
    return nowOrLater({
      follow: (then) => this.#outcomes.follow(command, (ended) => then(outcomeText(name, ended))),
      waiting: `${name}: it waits for its turn. I report when it is done.`,
      known: one.device.online
        ? null
        : `${name}: ${displayName(one.device, 'en')} is offline. It is switched when it is back; I report then.`,
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

const noOutputs = 'Your devices have no outputs yet. Set them up on the tab Control of a device.';

/** What can be sent to a pin: 0 and 1, or a level up to 255. */
const levelOf = (mode: OutputMode | null, on: boolean): number => (on ? (mode === 'digit' ? 1 : 255) : 0);

const onOrOff = (on: boolean): string => (on ? 'on' : 'off');
const labelOf = ({ name, target }: Switch): string => name ?? target;
/** A pin without a name is called with its device. */
const titleOf = (one: Switch): string => one.name ?? `${one.target} of ${displayName(one.device, 'en')}`;

function namesOf(all: readonly Switch[]): string {
  const names = [...new Set(all.map(labelOf))];
  const more = names.length > maxChoices ? ' and more' : '';
  return `I know ${names.slice(0, maxChoices).join(', ')}${more}.`;
}

function outcomeText(name: string, { state, reason, sentAt, answeredAt }: Command): string {
  if (state === 'acknowledged') {
    return sentAt === null || answeredAt === null ? `${name}, done` : `${name}, done in ${answeredAt - sentAt} ms`;
  }
  if (state === 'unconfirmed') return `${name}: sent. This firmware cannot confirm it.`;
  if (state === 'superseded') return `${name}: a newer command took its place.`;
  return `${name}: not delivered. ${reason ?? ''}`.trimEnd();
}

/** The device, what is switched, its new state, and whether it is confirmed. */
const shape = /^s:(\d{1,10}):([\w-]{11}):([01]):([qs])$/;

const dataOf = (one: Switch, on: boolean, step: 'question' | 'switch'): string =>
  `s:${one.device.id}:${hashOf(one)}:${on ? 1 : 0}:${step === 'switch' ? 's' : 'q'}`;

/** Names of events are longer than what fits into a button. */
const hashOf = ({ kind, target }: Switch): string =>
  createHash('sha256').update(`${kind} ${target}`).digest('base64url').slice(0, 11);
