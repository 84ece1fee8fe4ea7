import { displayName, type Language } from '@cyno/contract';
import { shorten } from '../../notifications/index.ts';
import { chatTexts } from '../texts/index.ts';
import { ChatScenes, sceneData } from './chat-scenes.ts';
import type { ChatSwitches } from './chat-switches.ts';
import { type ChatWorld, groupsOf, visibleDevice, visibleDevices } from './chat-world.ts';
import type { MessageButtons } from './message-buttons.ts';
import { bestMatches, normalized } from './names.ts';
import { OverviewTexts } from './overview-texts.ts';
import { type ChatReply, type ReportLater, textReply } from './reply.ts';
import type { SceneOutcomes } from './scene-outcomes.ts';
import { readRequest } from './typed-request.ts';

const maxChoices = 8;
const maxAlerts = 12;

/** Who requests something, with what rights. */
interface ChatRequest {
  readonly accountId: number;
  /** The contact that the chat is, such as `contact-7`. */
  readonly contact: string;
  /** What its person reads. */
  readonly language: Language;
  readonly later: ReportLater;
}

/** Something that has a name; `data` is that of the button which chooses it. */
interface Thing {
  readonly name: string;
  /** Of devices. */
  readonly espid: string | null;
  readonly data: string;
  readonly kind: 'group' | 'device' | 'scene';
}

interface CommandsDeps {
  readonly switches: ChatSwitches;
  readonly runs: SceneOutcomes;
  readonly messages: MessageButtons;
}

/** What people write and press in chats, whatever the service. Each request is checked against the rights that the account has then. */
export class ChatCommands {
  readonly #world: ChatWorld;
  readonly #messages: MessageButtons;
  readonly #switches: ChatSwitches;
  readonly #scenes: ChatScenes;

  constructor(world: ChatWorld, { switches, runs, messages }: CommandsDeps) {
    this.#world = world;
    this.#messages = messages;
    this.#switches = switches;
    this.#scenes = new ChatScenes(world, runs);
  }

  async written(typed: string, request: ChatRequest): Promise<ChatReply> {
    const { accountId, language } = request;
    const texts = chatTexts[language];
    const intent = readRequest(typed);
    if (intent.kind === 'help' || intent.kind === 'stop') return textReply(texts.help);
    if (intent.kind === 'status') return this.#status(accountId, language);
    if (intent.kind === 'alerts') return textReply(this.#overview(language).alerts(await this.#alerts(accountId)));
    const text = normalized(typed);
    const things = await this.#things(request);
    // What has exactly this name comes first: “Lights on” may be a scene.
    const names = intent.kind === 'switch' ? [text, intent.name] : [text];
    const named = things.filter(({ name }) => names.includes(normalized(name)));
    if (named.length > 0) return this.#oneOf(named, text, request);
    if (intent.kind === 'run') {
      const ran = await this.#scenes.named(intent.scene, request);
      return ran ?? textReply(texts.noScene(shorten(intent.scene, 60)));
    }
    if (intent.kind === 'switch') {
      return this.#switches.named(shorten(intent.target, 60), { ...request, on: intent.on });
    }
    const found = await bestMatches(text, things, ({ name, espid }) => (espid === null ? [name] : [name, espid]));
    if (found.length === 0) return textReply(texts.unknown(shorten(text, 60)));
    return this.#oneOf(found, text, request);
  }

  /** What a button stands for. Its data is what somebody sent, and may be forged. */
  async pressed(data: string, request: ChatRequest): Promise<ChatReply> {
    const done = await this.#messages.pressed(data, request);
    if (done) return done;
    const chosen =
      (await this.#switches.pressed(data, request)) ??
      (await this.#scenes.pressed(data, request)) ??
      (await this.#chosen(data, request));
    return { ...(chosen ?? unknownButton(request)), pressed: 'replaced' };
  }

  async #status(accountId: number, language: Language): Promise<ChatReply> {
    const devices = visibleDevices(this.#world, accountId);
    return textReply(this.#overview(language).status(devices, await this.#alerts(accountId)));
  }

  #alerts(accountId: number) {
    return this.#world.alerts.list(accountId, { show: 'open', limit: maxAlerts });
  }

  #overview = (language: Language) => new OverviewTexts(language, this.#world.clock.now());

  /** What can be named: groups, devices and scenes. */
  async #things({ accountId, language }: ChatRequest): Promise<Thing[]> {
    const groups = (await groupsOf(this.#world, accountId)).map(({ name, id }) => ({
      ...{ name, espid: null, data: `g:${id}`, kind: 'group' as const },
    }));
    const devices = visibleDevices(this.#world, accountId).map((device) => ({
      ...{ name: displayName(device, language), espid: device.espid, data: `d:${device.id}`, kind: 'device' as const },
    }));
    const scenes = (await this.#scenes.of(accountId)).map(({ name, id }) => ({
      ...{ name, espid: null, data: sceneData(id, 'question'), kind: 'scene' as const },
    }));
    return [...groups, ...devices, ...scenes];
  }

  /** What is requested of the only one of these, or which one is meant. */
  async #oneOf(found: readonly Thing[], typed: string, request: ChatRequest): Promise<ChatReply> {
    const texts = chatTexts[request.language];
    const [first] = found;
    if (first && found.length === 1) {
      const replied =
        first.kind === 'scene' ? await this.#scenes.named(typed, request) : await this.#chosen(first.data, request);
      return replied ?? unknownButton(request);
    }
    const isTwice = ({ name, data }: Thing) => found.some((one) => one.name === name && one.data !== data);
    return {
      text: texts.which,
      buttons: found.slice(0, maxChoices).map((one) => ({
        label:
          one.kind !== 'device'
            ? texts.ofKind(one.name, one.kind)
            : isTwice(one)
              ? `${one.name} · ${one.espid}`
              : one.name,
        data: one.data,
      })),
    };
  }

  async #chosen(data: string, { accountId, language }: ChatRequest): Promise<ChatReply | undefined> {
    const [, kind, id] = /^([dg]):(\d{1,10})$/.exec(data) ?? [];
    if (kind === undefined) return undefined;
    const { telemetry } = this.#world;
    const texts = chatTexts[language];
    const overview = this.#overview(language);
    if (kind === 'd') {
      const device = visibleDevice(this.#world, accountId, Number(id));
      if (!device) return textReply(texts.deviceGone);
      return textReply(overview.device(device, telemetry.variables(device.id)));
    }
    const group = (await groupsOf(this.#world, accountId)).find((one) => one.id === Number(id));
    if (!group) return textReply(texts.groupGone);
    const withValues = group.devices.map((device) => ({ device, variables: telemetry.variables(device.id) }));
    return textReply(overview.group(group.name, withValues));
  }
}

const unknownButton = ({ language }: ChatRequest): ChatReply => textReply(chatTexts[language].unknownButton);
