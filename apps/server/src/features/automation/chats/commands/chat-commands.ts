import { shorten } from '../../notifications/index.ts';
import { ChatScenes, sceneData } from './chat-scenes.ts';
import { ChatSwitches } from './chat-switches.ts';
import { type ChatWorld, groupsOf, visibleDevice, visibleDevices } from './chat-world.ts';
import type { CommandOutcomes } from './command-outcomes.ts';
import type { MessageButtons } from './message-buttons.ts';
import { bestMatches, normalized } from './names.ts';
import { alertsText, deviceText, groupText, statusText } from './overview-texts.ts';
import { type ChatReply, type ReportLater, textReply } from './reply.ts';
import type { SceneOutcomes } from './scene-outcomes.ts';

const maxChoices = 8;
const maxAlerts = 12;

const helpText = [
  'You can write:',
  'status – which devices are online, and what is wrong',
  'alerts – what is wrong now',
  'the name of a device or group, such as “greenhouse” – its newest values',
  'the name of an output with on or off, such as “fan on” – switches it, and reports what the board did',
  'the name of a scene, such as “evening”, or “run evening” – runs it',
  'stop – this chat gets no more messages and can do nothing any more',
].join('\n');

/** Who requests something, with what rights. */
interface ChatRequest {
  readonly accountId: number;
  /** The contact that the chat is, such as `contact-7`. */
  readonly contact: string;
  readonly later: ReportLater;
}

interface CommandsDeps {
  readonly outcomes: CommandOutcomes;
  readonly runs: SceneOutcomes;
  readonly messages: MessageButtons;
}

/** What people write and press in chats, whatever the service. Each request is checked against the rights that the account has then. */
export class ChatCommands {
  readonly #world: ChatWorld;
  readonly #messages: MessageButtons;
  readonly #switches: ChatSwitches;
  readonly #scenes: ChatScenes;

  constructor(world: ChatWorld, { outcomes, runs, messages }: CommandsDeps) {
    this.#world = world;
    this.#messages = messages;
    this.#switches = new ChatSwitches(world, outcomes);
    this.#scenes = new ChatScenes(world, runs);
  }

  async written(typed: string, request: ChatRequest): Promise<ChatReply> {
    const { accountId } = request;
    const text = normalized(typed);
    if (text === '' || text === 'help' || text === 'start') return textReply(helpText);
    if (text === 'status') return this.#status(accountId);
    if (text === 'alerts') return textReply(alertsText(await this.#alerts(accountId), this.#world.clock.now()));
    const [, scene] = running.exec(text) ?? [];
    const ran = scene === undefined ? undefined : await this.#scenes.named(scene, request);
    if (ran) return ran;
    const [, before, switched, first, behind] = switching.exec(text) ?? [];
    const word = switched ?? first;
    if (word !== undefined) {
      return this.#switches.named(shorten(before ?? behind ?? '', 60), { ...request, on: word === 'on' });
    }
    if (scene !== undefined) return textReply(`There is no scene “${shorten(scene, 60)}”.`);
    return this.#named(text, request);
  }

  /** What a button stands for. Its data is what somebody sent, and may be forged. */
  async pressed(data: string, request: ChatRequest): Promise<ChatReply> {
    const done = await this.#messages.pressed(data, request);
    if (done) return done;
    const chosen =
      (await this.#switches.pressed(data, request)) ??
      (await this.#scenes.pressed(data, request)) ??
      (await this.#chosen(data, request.accountId));
    return { ...(chosen ?? unknownButton), pressed: 'replaced' };
  }

  async #status(accountId: number): Promise<ChatReply> {
    const devices = visibleDevices(this.#world, accountId);
    return textReply(statusText(devices, await this.#alerts(accountId), this.#world.clock.now()));
  }

  #alerts(accountId: number) {
    return this.#world.alerts.list(accountId, { show: 'open', limit: maxAlerts });
  }

  async #named(text: string, request: ChatRequest): Promise<ChatReply> {
    const { accountId } = request;
    const groups = (await groupsOf(this.#world, accountId)).map((group) => ({
      ...{ name: group.name, id: null, data: `g:${group.id}`, kind: 'group' },
    }));
    const devices = visibleDevices(this.#world, accountId).map(({ name, espid, id }) => ({
      ...{ name, id: espid, data: `d:${id}`, kind: 'device' },
    }));
    const scenes = await this.#scenes.of(accountId);
    const ownScenes = scenes.map(({ name, id }) => ({
      ...{ name, id: null, data: sceneData(id, 'question'), kind: 'scene' },
    }));
    const found = await bestMatches(text, [...groups, ...devices, ...ownScenes], ({ name, id }) =>
      id === null ? [name] : [name, id],
    );
    const [first] = found;
    if (!first)
      return textReply(
        `I know no device, group, scene or command “${shorten(text, 60)}”. Write “help” to see what I know.`,
      );
    const scene = scenes.find(({ id }) => first.data === sceneData(id, 'question'));
    if (found.length === 1 && scene) return this.#scenes.begin(scene, text, request);
    if (found.length === 1) return (await this.#chosen(first.data, accountId)) ?? unknownButton;
    return {
      text: 'Which one do you mean?',
      buttons: found.slice(0, maxChoices).map(({ name, kind, id, data }) => ({
        label:
          kind !== 'device'
            ? `${name} (${kind})`
            : found.some((one) => one.name === name && one.data !== data)
              ? `${name} · ${id}`
              : name,
        data,
      })),
    };
  }

  async #chosen(data: string, accountId: number): Promise<ChatReply | undefined> {
    const [, kind, id] = /^([dg]):(\d{1,10})$/.exec(data) ?? [];
    if (kind === undefined) return undefined;
    const { telemetry, clock } = this.#world;
    if (kind === 'd') {
      const device = visibleDevice(this.#world, accountId, Number(id));
      if (!device) return textReply('This device is gone, or not shared with you any more.');
      return textReply(deviceText(device, telemetry.variables(device.id), clock.now()));
    }
    const group = (await groupsOf(this.#world, accountId)).find((one) => one.id === Number(id));
    if (!group) return textReply('This group is gone.');
    const withValues = group.devices.map((device) => ({ device, variables: telemetry.variables(device.id) }));
    return textReply(groupText(group.name, withValues, clock.now()));
  }
}

const unknownButton = textReply('This button does nothing any more.');

/** `run evening`, `scene evening` */
const running = /^(?:(?:run|start) (?:the )?(?:scene )?|scene )(.+)$/;

/** `fan on`, `turn on the fan` */
const switching = /^(?:(?:turn |switch )?(?:the )?(.+) (on|off)|(?:turn |switch )?(on|off) (?:the )?(.+))$/;
