import { type Core, coreFor } from '../../../core.ts';
import { createCounter, createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { MessageActionsFeature } from '../message-actions/index.ts';
import type { ChatContacts, MessageTokens } from '../notifications/index.ts';
import { chatRoutes } from './chats.routes.ts';
import { Chats } from './chats.service.ts';
import { ChatCommands } from './commands/chat-commands.ts';
import { ChatSwitches } from './commands/chat-switches.ts';
import type { ChatWorld } from './commands/chat-world.ts';
import { CommandOutcomes } from './commands/command-outcomes.ts';
import { MessageButtons } from './commands/message-buttons.ts';
import { SceneOutcomes } from './commands/scene-outcomes.ts';
import { Conversations } from './conversations.ts';
import { joinCodesRepository } from './joining/join-codes.repository.ts';
import { JoinCodes } from './joining/join-codes.ts';
import { createLine } from './line/index.ts';
import { lineRoutes } from './line/line.routes.ts';
import { noLine } from './line/line-channel.ts';
import { AlertPictures } from './pictures/alert-pictures.ts';
import { createTelegram } from './telegram/index.ts';
import { noTelegram } from './telegram/telegram-channel.ts';

interface ChatsDeps extends Omit<ChatWorld, 'clock'> {
  readonly notifications: { readonly chats: ChatContacts; readonly tokens: MessageTokens };
  readonly messageActions: MessageActionsFeature;
}

/** Chats that get the notifications of an account and can be talked to with its rights. */
export function createChats(server: Core, { notifications, messageActions, ...world }: ChatsDeps): void {
  const core = coreFor(server, 'chats');
  const { config, database, clock, bus, jobs, log } = core;
  const { accounts } = world;
  const contacts = notifications.chats;
  const repository = joinCodesRepository(database);
  const codes = new JoinCodes({
    repository,
    clock,
    requested: createCounter(database, { name: 'chat_joins', points: 20, windowSeconds: 600 }),
  });
  const switches = new ChatSwitches({ ...world, clock }, new CommandOutcomes(bus));
  const buttons = new MessageButtons({
    tokens: notifications.tokens,
    ...messageActions,
    switches,
  });
  const conversations = new Conversations({
    contacts,
    codes,
    commands: new ChatCommands(
      { ...world, clock },
      {
        switches,
        runs: new SceneOutcomes(bus, world.scenes.findRun),
        messages: buttons,
      },
    ),
    accounts,
    clock,
    budgets: {
      chat: createMemoryCounter({ points: 20, windowSeconds: 60 }),
      account: createCounter(database, { name: 'chat_requests', points: 120, windowSeconds: 600 }),
      strangers: createMemoryCounter({ points: 60, windowSeconds: 60 }),
    },
  });
  contacts.use('telegram', noTelegram);
  const pictures = new AlertPictures({ ...world, clock, log });
  const telegram =
    config.telegram &&
    createTelegram(core, { settings: config.telegram, contacts, conversations, pictures, buttons, accounts });
  contacts.use('line', noLine);
  const line =
    config.lineBot && createLine(core, { settings: config.lineBot, contacts, conversations, buttons, accounts });
  const chats = new Chats(
    { line, telegram },
    { codes, tests: createCounter(database, { name: 'chat_tests', points: 10, windowSeconds: 600 }) },
  );
  core.routes.push(
    (app) => chatRoutes(app, { chats }),
    async (app) => {
      await app.register(lineRoutes(line?.webhook ?? null));
    },
  );
  jobs.schedule('chats.tidy', '29 3 * * *', () => repository.removeExpired(clock.now()));
}
