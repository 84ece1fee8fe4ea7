import type { ChatJoin, ChatService, ChatServiceStatus, ChatTest, DeliveryText } from '@cyno/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { JoinCodes } from './joining/join-codes.ts';

/** What chats of a service are joined with. */
export interface ChatServiceParts {
  status(): Promise<ChatServiceStatus>;
  /** Checks the settings with the service itself; never rejects. */
  test(): Promise<Pick<ChatTest, 'name' | 'results'>>;
  newCode(): string;
  /** What sends the code to the bot of this name. */
  linksOf(name: string, code: string): Omit<ChatJoin, 'expiresAt'>;
}

/** The chat services of this server, and the links that connect chats. */
export class Chats {
  readonly #services: Readonly<Record<ChatService, ChatServiceParts | null>>;
  readonly #codes: Pick<JoinCodes, 'open'>;
  /** Tests by all administrators: services let servers send a bounded number of requests. */
  readonly #tests: Pick<Counter, 'take'>;

  constructor(
    services: Readonly<Record<ChatService, ChatServiceParts | null>>,
    { codes, tests }: { codes: Pick<JoinCodes, 'open'>; tests: Pick<Counter, 'take'> },
  ) {
    this.#services = services;
    this.#codes = codes;
    this.#tests = tests;
  }

  /** `isAdministrator`: also what concerns only those who run the server. */
  async list({ isAdministrator }: { isAdministrator: boolean }): Promise<ChatServiceStatus[]> {
    const known = Object.entries(this.#services) as [ChatService, ChatServiceParts | null][];
    return Promise.all(
      known.map(async ([service, parts]) => {
        const status = await parts?.status();
        if (!status) return { service, configured: false, name: null, problem: notConfigured, quota: null };
        return isAdministrator ? status : { ...status, quota: null };
      }),
    );
  }

  /** Checks the settings of a service with the service itself. Throws a 429 after 10 within ten minutes. */
  async test(service: ChatService): Promise<ChatTest> {
    const parts = this.#services[service];
    if (!parts) return { service, configured: false, name: null, results: [] };
    await this.#tests.take(service);
    return { service, configured: true, ...(await parts.test()) };
  }

  /** Throws a 400 `not_configured`, a 429, and a 503 while the service cannot be reached. */
  async join(accountId: number, service: ChatService): Promise<ChatJoin> {
    const parts = this.#services[service];
    if (!parts) throw new AppError(400, 'not_configured', notConfigured);
    const { name, problem } = await parts.status();
    if (name === null || problem !== null)
      throw new AppError(503, 'unavailable', problem ?? 'The service cannot be reached.');
    const code = parts.newCode();
    const { expiresAt } = await this.#codes.open(accountId, service, code);
    return { ...parts.linksOf(name, code), expiresAt };
  }
}

const notConfigured: DeliveryText = 'The administrator of this server has not set this service up.';
