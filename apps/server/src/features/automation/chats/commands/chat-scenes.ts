import { commandReasonIn, displayName, type Language, type Scene, type SceneResult } from '@cyno/contract';
import { AppError } from '../../../../platform/errors.ts';
import { countDone } from '../../scenes/index.ts';
import { chatTexts } from '../texts/index.ts';
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
  readonly language: Language;
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
    return { text: chatTexts[request.language].whichScene, buttons };
  }

  /** Runs a scene; first it is confirmed when something in it is locked, or when only a part of its name was typed. */
  begin(scene: Scene, typed: string, request: SceneRequest): Promise<ChatReply> | ChatReply {
    const isNamed = normalized(scene.name) === normalized(typed);
    if (isNamed && !scene.locked) return this.#run(scene, request);
    const texts = chatTexts[request.language];
    const buttons = [{ label: texts.yesRun, data: sceneData(scene.id, 'run') }];
    return { text: texts.confirmScene(scene.name, scene.locked), buttons };
  }

  /** Does what a button with `sceneData` stands for; undefined when it is none. */
  async pressed(data: string, request: SceneRequest): Promise<ChatReply | undefined> {
    const [, id, step] = /^r:(\d{1,10}):([qr])$/.exec(data) ?? [];
    if (id === undefined) return undefined;
    const scene = (await this.of(request.accountId)).find((one) => one.id === Number(id));
    if (!scene) return textReply(chatTexts[request.language].sceneGone);
    return step === 'r' ? this.#run(scene, request) : this.begin(scene, scene.name, request);
  }

  async #run({ id, name, actions }: Scene, { accountId, language, later }: SceneRequest): Promise<ChatReply> {
    const { accounts, scenes } = this.#world;
    const texts = chatTexts[language];
    const account = await accounts.find(accountId);
    if (!account) return textReply(texts.accountGone);
    try {
      const by = { kind: 'person' as const, name: account.email, id: accountId };
      const run = await scenes.scenes.run(accountId, id, by);
      const targets = new Set(actions.map(({ espid }) => espid));
      const offline = visibleDevices(this.#world, accountId).filter(
        ({ espid, online }) => targets.has(espid) && !online,
      );
      const names = offline.slice(0, maxFailures).map((device) => displayName(device, language));
      const text = await nowOrLater({
        follow: (then) =>
          this.#outcomes.follow(run.id, ({ results }) =>
            then(this.#outcomeText({ accountId, language }, name, results)),
          ),
        waiting: texts.sceneRuns(name),
        known: offline.length > 0 ? texts.sceneRunsOffline(name, names) : null,
        later,
      });
      return textReply(text);
    } catch (error) {
      if (error instanceof AppError) return textReply(texts.refused(error.message, error.why));
      throw error;
    }
  }

  #outcomeText(
    { accountId, language }: Omit<SceneRequest, 'later'>,
    name: string,
    results: readonly SceneResult[],
  ): string {
    const texts = chatTexts[language];
    const devices = new Map(
      visibleDevices(this.#world, accountId).map((device) => [device.espid, displayName(device, language)]),
    );
    const failed = results.filter(({ state }) => state !== 'acknowledged' && state !== 'unconfirmed');
    const lines = failed.slice(0, maxFailures).map(({ espid, target, reason }) => {
      const why = reason === null ? texts.notDone : commandReasonIn(reason, language);
      return `• ${devices.get(espid) ?? texts.aDevice}, ${target}: ${why}`;
    });
    const more = failed.length > maxFailures ? [`• ${texts.more(failed.length - maxFailures)}`] : [];
    return [texts.sceneEnded(name, countDone(results), results.length), ...lines, ...more].join('\n');
  }
}

/** The data of a button that runs a scene, after one more question where it is needed. */
export const sceneData = (id: number, step: 'question' | 'run'): string => `r:${id}:${step === 'run' ? 'r' : 'q'}`;
