import { espid as espidSchema } from '@cyno/contract';
import { boardPassword, isLibraryBoardId, parseUsername } from '@cyno/device-protocol';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ConnectDecision, ConnectRequest } from '../../platform/broker/index.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../platform/log/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../devices/index.ts';
import { LoginThrottle } from './login-throttle.ts';
import type { Pairing } from './pairing.service.ts';

/** What pairing needs to know of an account. */
export interface BoardAccount {
  readonly id: number;
}

export interface AccessToken {
  readonly account: BoardAccount;
  readonly id: number;
  readonly scope: 'read' | 'control';
}

export interface BoardLoginDeps {
  pairing: Pairing;
  devices: Devices;
  deviceLog: DeviceLog;
  log: Logger;
  findAccountByEmail(email: string): Promise<BoardAccount | undefined>;
  findAccessToken(token: string): Promise<AccessToken | undefined>;
}

/** MQTT 3.1.1 table 3.1. */
const badCredentials: ConnectDecision = { allow: false, returnCode: 4 };
const notAuthorized: ConnectDecision = { allow: false, returnCode: 5 };
const badIdentifier: ConnectDecision = { allow: false, returnCode: 2 };

/** A stranger who knows an e-mail address can make boards up; above this they neither bother the account's owner nor join its window. */
const asksPerMinute = 60;

const asSession = (accountId: number, espid: string, deviceId: number | null): ConnectDecision => ({
  allow: true,
  session: { kind: 'board', accountId, espid, deviceId },
});

/**
 * Decides who may open an MQTT session, and as what (docs/decisions/0001). Refusals are cheap, because a refused board
 * asks again every 15 s for ever: no password is hashed, and what was looked up lately is known.
 */
export class BoardLogin {
  readonly #deps: BoardLoginDeps;
  readonly #log: QuietLog;
  readonly #throttle: LoginThrottle;
  readonly #asks = new RateLimiterMemory({ points: asksPerMinute, duration: 60 });
  /** The boards that signed in with each token, so that revoking it ends their sessions. */
  readonly #tokenBoards = new Map<number, { accountId: number; espids: Set<string> }>();

  constructor(deps: BoardLoginDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
    this.#throttle = new LoginThrottle(this.#log);
  }

  authenticate(request: ConnectRequest): Promise<ConnectDecision> {
    return this.#throttle.answer(request, () => this.#decide(request));
  }

  async #decide(request: ConnectRequest): Promise<ConnectDecision> {
    const { email, key } = parseUsername(request.username);
    if (email === '') return badCredentials;
    const isBoard = request.password === boardPassword;
    // Said before the account is looked for, so that it does not tell whether there is one.
    if (isBoard && !espidSchema.safeParse(request.clientId).success) return badIdentifier;
    const token = isBoard ? undefined : await this.#deps.findAccessToken(request.password);
    if (!isBoard && !token) return badCredentials;
    const account = await this.#deps.findAccountByEmail(email);
    // The same answer that a board with only an e-mail gets when it may not join the account.
    if (!account && isBoard && key === null) return notAuthorized;
    if (!account || (token && token.account.id !== account.id)) return badCredentials;

    const proof = key === null ? undefined : await this.#deps.pairing.findKey(account.id, key);
    if (key !== null && !proof) return badCredentials;
    if (isBoard || proof) return this.#asBoard(request, account.id, proof ?? null);
    return token ? this.#withToken(request, token) : badCredentials;
  }

  /** Takes out the ids of boards that signed in with a personal access token, when it is revoked. */
  boardsOfToken(tokenId: number): string[] {
    const espids = this.#tokenBoards.get(tokenId)?.espids ?? [];
    this.#tokenBoards.delete(tokenId);
    return [...espids];
  }

  /** The tokens that boards signed in with. */
  tokensInUse(): { accountId: number; tokenId: number }[] {
    return [...this.#tokenBoards].map(([tokenId, { accountId }]) => ({ accountId, tokenId }));
  }

  async #withToken(request: ConnectRequest, { account, id, scope }: AccessToken): Promise<ConnectDecision> {
    const { clientId } = request;
    const speaksAsBoard =
      isLibraryBoardId(clientId) || this.#deps.devices.findOwned(account.id, clientId) !== undefined;
    if (!speaksAsBoard) return { allow: true, session: { kind: 'app', accountId: account.id, tokenId: id, scope } };
    if (scope !== 'control') return notAuthorized;
    const decision = await this.#asBoard(request, account.id, 'token');
    if (decision.allow) {
      const boards = this.#tokenBoards.get(id) ?? { accountId: account.id, espids: new Set() };
      boards.espids.add(clientId);
      this.#tokenBoards.set(id, boards);
    }
    return decision;
  }

  async #asBoard(request: ConnectRequest, accountId: number, proof: Proof): Promise<ConnectDecision> {
    if (!espidSchema.safeParse(request.clientId).success) return badIdentifier;
    const device = this.#deps.devices.find(request.clientId);
    return device
      ? this.#knownBoard(device, accountId, proof, request.remoteAddress)
      : this.#newBoard(request.clientId, accountId, proof, request.remoteAddress);
  }

  async #knownBoard(device: DeviceRecord, accountId: number, proof: Proof, address: string) {
    if (device.accountId !== accountId) return this.#refuse(device, 'another account claims this id', address);
    if (device.verifiedKeyId !== null && proof === null) {
      return this.#refuse(device, 'it came without the connection key', address);
    }
    if (typeof proof === 'object' && proof && proof.id !== device.verifiedKeyId) {
      await this.#deps.devices.setVerifiedKey(device, proof.id);
    }
    return asSession(accountId, device.espid, device.id);
  }

  async #newBoard(espid: string, accountId: number, proof: Proof, address: string): Promise<ConnectDecision> {
    const { pairing } = this.#deps;
    const board = { espid, accountId, address };
    const standing = await pairing.standing(accountId, espid);
    if (standing === 'blocked') return notAuthorized;
    const isOpen = (await pairing.windowOpenUntil(accountId)) !== null;
    // Whoever deletes a board that goes on sending does not want it back in 15 s.
    const mayJoin = isOpen || !(await this.#deps.devices.wasDeleted(accountId, espid));
    if (mayJoin && proof === 'token') return this.#join(board, null, 'with an access token');
    if (mayJoin && proof !== null && proof !== 'token') {
      return proof.current ? this.#join(board, proof.id, 'with the connection key') : notAuthorized;
    }
    if (isOpen) {
      if (!(await this.#mayAsk(accountId))) return notAuthorized;
      return this.#join(board, null, 'while the Add device window was open');
    }
    return standing === 'rejected' ? notAuthorized : this.#wait(board);
  }

  async #wait({ espid, accountId, address }: NewBoard): Promise<ConnectDecision> {
    if (!(await this.#mayAsk(accountId))) return notAuthorized;
    await this.#deps.pairing.ask(accountId, espid, address);
    return asSession(accountId, espid, null);
  }

  async #join(board: NewBoard, keyId: number | null, how: string): Promise<ConnectDecision> {
    const { espid, accountId, address } = board;
    const refusal = this.#deps.devices.refusal(accountId);
    if (refusal) {
      this.#log('info', 'A new board waits, because its account has no room', {
        accountId,
        espid,
        why: refusal.message,
      });
      return this.#wait(board);
    }
    const device =
      // Two log-ins of one new board can be under way at once.
      (await this.#deps.pairing.join(accountId, espid, keyId).catch(() => undefined)) ??
      this.#deps.devices.findOwned(accountId, espid);
    if (!device) return notAuthorized;
    this.#deps.deviceLog.append(device.id, 'paired', `joined from ${address} ${how}`);
    return asSession(accountId, espid, device.id);
  }

  #mayAsk(accountId: number): Promise<boolean> {
    return this.#asks.consume(accountId).then(
      () => true,
      () => false,
    );
  }

  #refuse(device: DeviceRecord, why: string, address: string): ConnectDecision {
    this.#deps.deviceLog.append(device.id, 'refused', `refused a connection from ${address}: ${why}`);
    return notAuthorized;
  }
}

/** A board that no account has yet. */
interface NewBoard {
  readonly espid: string;
  readonly accountId: number;
  readonly address: string;
}

/** How a board proved that it belongs to the account: a connection key, an access token, or not at all. */
type Proof = { id: number; current: boolean } | 'token' | null;
