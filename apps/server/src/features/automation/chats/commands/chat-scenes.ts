import { displayName, joined, type Scene, type SceneResult } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import { resultText } from '../../scenes/index.ts';
import { type ChatWorld, visibleDevices } from './chat-world.ts';
import { bestMatches, normalized } from './names.ts';
import { nowOrLater } from './now-or-later.ts';
import { type ChatReply, type ReportLater, textReply } from './reply.ts';
import type { SceneOutcomes } from './scene-outcomes.ts';

const maxChoices = 8;
/** Actions that failed and are named; the rest is counted. */
const maxFailures = 5;

interface SceneRequest {
  readonly accountId: number;
  readonly later: ReportLater;
}

/** Runs the scenes of people in chats, and reports what the boards did. */
export class ChatScenes {
  readonly #world: ChatWorld;
  readonly #outcomes: SceneOutcomes;

  constructor(world: ChatWorld, outcomes: SceneOutcomes) {
    this.#world = world;
    this.#outcomes = outcomes;
  }

  async of(accountId: number): Promise<Scene[]> {
    return (await this.#world.scenes.scenes.list(accountId)).scenes;
  }

  /** Runs the scene that was named, or requests which one is meant; undefined when there is none. */
  async named(typed: string, request: SceneRequest): Promise<ChatReply | undefined> {
    const found = await bestMatches(typed, await this.of(request.accountId), ({ name }) => [name]);
    const [first] = found;
    if (!first) return undefined;
    if (found.length === 1) return this.begin(first, typed, request);
    const buttons = found
      .slice(0, maxChoices)
      .map(({ id, name }) => ({ label: name, data: sceneData(id, 'question') }));
    return { text: 'Which scene do you mean?', buttons };
  }

  /** Runs a scene; first it is confirmed when something in it is locked, or when only a part of its name was typed. */
  begin(scene: Scene, typed: string, request: SceneRequest): Promise<ChatReply> | ChatReply {
    const isNamed = normalized(scene.name) === normalized(typed);
    if (isNamed && !scene.locked) return this.#run(scene, request);
    const buttons = [{ label: 'Yes, run it', data: sceneData(scene.id, 'run') }];
    return { text: `Run ${scene.name}?${scene.locked ? ' Something in it is locked.' : ''}`, buttons };
  }

  /** Does what a button with `sceneData` stands for; undefined when it is none. */
  async pressed(data: string, request: SceneRequest): Promise<ChatReply | undefined> {
    const [, id, step] = /^r:(\d{1,10}):([qr])$/.exec(data) ?? [];
    if (id === undefined) return undefined;
    const scene = (await this.of(request.accountId)).find((one) => one.id === Number(id));
    if (!scene) return textReply('This scene is gone.');
    return step === 'r' ? this.#run(scene, request) : this.begin(scene, scene.name, request);
  }

  async #run({ id, name, actions }: Scene, { accountId, later }: SceneRequest): Promise<ChatReply> {
    const { accounts, scenes } = this.#world;
    const account = await accounts.find(accountId);
    if (!account) return textReply('The account is gone.');
    try {
      const by = { kind: 'person' as const, name: account.email, id: accountId };
      const run = await scenes.scenes.run(accountId, id, by);
      const targets = new Set(actions.map(({ espid }) => espid));
      const offline = visibleDevices(this.#world, accountId).filter(
        ({ espid, online }) => targets.has(espid) && !online,
      );
      const names = joined(offline.slice(0, maxFailures).map((device) => displayName(device, 'en')));
      const text = await nowOrLater({
        follow: (then) =>
          this.#outcomes.follow(run.id, ({ results }) => then(this.#outcomeText(accountId, name, results))),
        waiting: `${name} runs. I report when each board has.`,
        known: offline.length > 0 ? `${name} runs. I report when it is done: ${names} offline.` : null,
        later,
      });
      return textReply(text);
    } catch (error) {
      if (error instanceof AppError) return textReply(error.message);
      throw error;
    }
  }

  #outcomeText(accountId: number, name: string, results: readonly SceneResult[]): string {
    const devices = new Map(
      visibleDevices(this.#world, accountId).map((device) => [device.espid, displayName(device, 'en')]),
    );
    const failed = results.filter(({ state }) => state !== 'acknowledged' && state !== 'unconfirmed');
    const lines = failed
      .slice(0, maxFailures)
      .map(({ espid, target, reason }) => `• ${devices.get(espid) ?? 'A device'}, ${target}: ${reason ?? 'not done'}`);
    const more = failed.length > maxFailures ? [`• and ${failed.length - maxFailures} more`] : [];
    return [`${name}: ${resultText(results)}`, ...lines, ...more].join('\n');
  }
}

/** The data of a button that runs a scene, after one more question where it is needed. */
export const sceneData = (id: number, step: 'question' | 'run'): string => `r:${id}:${step === 'run' ? 'r' : 'q'}`;
