import { deviceLogText, email as emailSchema, espid as espidSchema } from '@cyno/contract';
import { boardPassword, isLibraryBoardId, parseUsername } from '@cyno/device-protocol';
import type { BoardSession, ConnectDecision, ConnectRequest } from '../../../platform/broker/index.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../devices/index.ts';
import { JoinRequestLimits } from './join-request-limits.ts';
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
const unavailable: ConnectDecision = { allow: false, returnCode: 3 };

const asSession = (accountId: number, espid: string, deviceId: number | null): ConnectDecision => ({
  allow: true,
  session: { kind: 'board', accountId, espid, deviceId },
});

/**
 * Decides who may open an MQTT session, and as what (docs/decisions/0001). Refusals are cheap, because a refused board
 * retries every 15 s for ever: no password is hashed, and what was looked up lately is known.
 */
export class BoardLogin {
  readonly #deps: BoardLoginDeps;
  readonly #log: QuietLog;
  readonly #throttle: LoginThrottle;
  readonly #joinLimits: JoinRequestLimits;
  /** The open sessions of boards that signed in with each token, so that revoking it ends them. */
  readonly #tokenBoards = new Map<number, Set<BoardSession>>();

  constructor(deps: BoardLoginDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
    this.#throttle = new LoginThrottle(this.#log);
    this.#joinLimits = new JoinRequestLimits(deps.pairing.homes);
  }

  authenticate(request: ConnectRequest): Promise<ConnectDecision> {
    return this.#throttle.decide(request, () => this.#decide(request));
  }

  async #decide(request: ConnectRequest): Promise<ConnectDecision> {
    const { email, key } = parseUsername(request.username);
    // No account has it.
    if (!emailSchema.safeParse(email).success) return badCredentials;
    const isBoard = request.password === boardPassword;
    // Sent before the account is looked up, so that it does not reveal whether there is one.
    if (isBoard && !espidSchema.safeParse(request.clientId).success) return badIdentifier;
    const token = isBoard ? undefined : await this.#deps.findAccessToken(request.password);
    if (!isBoard && !token) return badCredentials;
    const account = await this.#deps.findAccountByEmail(email);
    // The same response that a board with only an e-mail gets when it may not join the account.
    if (!account && isBoard && key === null) return notAuthorized;
    if (!account || (token && token.account.id !== account.id)) return badCredentials;

    const proof = key === null ? undefined : await this.#deps.pairing.findKey(account.id, key);
    if (key !== null && !proof) return badCredentials;
    if (isBoard || proof) return this.#asBoard(request, account.id, proof ?? null);
    if (!token) return badCredentials;
    const decision = await this.#withToken(request, token);
    // When it was revoked meanwhile there was no session to end yet.
    return (await this.#deps.findAccessToken(request.password)) ? decision : badCredentials;
  }

  /** Any board has opened its session. */
  opened(session: BoardSession): void {
    const { tokenId } = session;
    if (tokenId === undefined) return;
    this.#tokenBoards.set(tokenId, (this.#tokenBoards.get(tokenId) ?? new Set()).add(session));
  }

  disconnected(session: BoardSession): void {
    if (session.tokenId === undefined) return;
    const sessions = this.#tokenBoards.get(session.tokenId);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#tokenBoards.delete(session.tokenId);
  }

  /** Takes out the ids of boards that signed in with a personal access token, when it is revoked. */
  boardsOfToken(tokenId: number): string[] {
    const sessions = this.#tokenBoards.get(tokenId) ?? [];
    this.#tokenBoards.delete(tokenId);
    return [...sessions].map(({ espid }) => espid);
  }

  /** The tokens that boards signed in with. */
  tokensInUse(): { accountId: number; tokenId: number }[] {
    return [...this.#tokenBoards].flatMap(([tokenId, sessions]) =>
      [...sessions].slice(0, 1).map(({ accountId }) => ({ accountId, tokenId })),
    );
  }

  async #withToken(request: ConnectRequest, { account, id, scope }: AccessToken): Promise<ConnectDecision> {
    const { clientId } = request;
    const speaksAsBoard =
      isLibraryBoardId(clientId) || this.#deps.devices.findOwned(account.id, clientId) !== undefined;
    if (!speaksAsBoard) return { allow: true, session: { kind: 'app', accountId: account.id, tokenId: id, scope } };
    if (scope !== 'control') return notAuthorized;
    const decision = await this.#asBoard(request, account.id, { tokenId: id });
    if (!decision.allow || decision.session.kind !== 'board') return decision;
    return { allow: true, session: { ...decision.session, isProgram: true, tokenId: id } };
  }

  async #asBoard(request: ConnectRequest, accountId: number, proof: Proof): Promise<ConnectDecision> {
    const { clientId: espid, remoteAddress: address } = request;
    // Also an empty one: the client would be a new device at each connection.
    if (!espidSchema.safeParse(espid).success) return badIdentifier;
    if (proof !== null) this.#deps.pairing.homes.note(accountId, address);
    const device = this.#deps.devices.find(espid);
    const decision = await (device?.accountId === accountId
      ? this.#ownBoard(accountId, device, { proof, address })
      : this.#newBoard({ espid, accountId, address, proof }, device));
    if (!decision.allow || decision.session.kind !== 'board') return decision;
    const isStranger = proof === null && !this.#deps.pairing.homes.has(accountId, address);
    return { allow: true, session: { ...decision.session, isStranger } };
  }

  async #ownBoard(
    accountId: number,
    device: DeviceRecord,
    { proof, address }: { proof: Proof; address: string },
  ): Promise<ConnectDecision> {
    if (device.verifiedKeyId !== null && proof === null) {
      this.#refused(device, address, 'refused_no_key');
      return notAuthorized;
    }
    const isNewKey = isKey(proof) && proof.id !== device.verifiedKeyId;
    // It was handed over or deleted meanwhile: the board is looked at again when it comes back.
    if (isNewKey && !(await this.#deps.devices.setVerifiedKey(accountId, device, proof.id))) return unavailable;
    return asSession(accountId, device.espid, device.id);
  }

  /** `taken`: the device that another account has under this id. That it has one is not revealed: the board waits like any other. */
  async #newBoard(board: NewBoard, taken?: DeviceRecord): Promise<ConnectDecision> {
    const { pairing } = this.#deps;
    const { accountId, espid, proof, address } = board;
    const standing = await pairing.standing(accountId, espid);
    if (standing === 'blocked') return notAuthorized;
    if (isKey(proof) && !proof.current) return notAuthorized;
    const isOpen = await pairing.isWindowOpen(accountId);
    const isRejected = standing === 'rejected';
    if (isRejected && proof === null && !isOpen) return notAuthorized;
    // A board that waits already requests nothing new.
    if (standing !== 'pending' && !(await this.#mayFetch(board))) return notAuthorized;
    if (taken) {
      this.#refused(taken, address, 'refused_claimed');
      return this.#wait(board);
    }
    const joined = await this.#joinNow(board, isOpen);
    return joined ?? (isRejected ? notAuthorized : this.#wait(board));
  }

  async #mayFetch({ accountId, address, proof }: NewBoard): Promise<boolean> {
    if (isKey(proof)) return true;
    return proof === null ? this.#joinLimits.take(accountId, address) : this.#joinLimits.takeOfToken(proof.tokenId);
  }

  async #wait({ espid, accountId, address, proof }: NewBoard): Promise<ConnectDecision> {
    const waits = await this.#deps.pairing.requestJoin(accountId, { espid, ip: address, proved: proof !== null });
    return waits ? asSession(accountId, espid, null) : notAuthorized;
  }

  /** Undefined: it cannot join now. */
  async #joinNow(board: NewBoard, isOpen: boolean): Promise<ConnectDecision | undefined> {
    const { espid, accountId, address, proof } = board;
    const { devices, deviceLog } = this.#deps;
    if (proof === null && !isOpen) return undefined;
    const refusal = devices.refusal(accountId);
    if (refusal) {
      const why = refusal.message;
      this.#log('info', 'A new board waits, because its account has no free place', { accountId, espid, why });
      return undefined;
    }
    // Two logins of one new board can be under way at once, and somebody else may have been quicker.
    const device = (await this.#join(board).catch(() => null)) ?? devices.findOwned(accountId, espid);
    if (!device) return undefined;
    deviceLog.append(device.id, 'paired', deviceLogText(wayOf(proof), { address }));
    return asSession(accountId, espid, device.id);
  }

  #join({ espid, accountId, proof }: NewBoard): Promise<DeviceRecord | null> {
    const { pairing } = this.#deps;
    if (proof === null) return pairing.joinThroughWindow(accountId, espid);
    // Anyone who deletes a board that continues sending does not want it back in 15 s.
    return pairing.join(accountId, espid, { keyId: isKey(proof) ? proof.id : null, unlessDeleted: true });
  }

  #refused(device: DeviceRecord, address: string, why: 'refused_no_key' | 'refused_claimed'): void {
    this.#deps.deviceLog.append(device.id, 'refused', deviceLogText(why, { address }));
  }
}

/** A board that the account does not have yet. */
interface NewBoard {
  readonly espid: string;
  readonly accountId: number;
  readonly address: string;
  readonly proof: Proof;
}

interface ProvedKey {
  readonly id: number;
  readonly current: boolean;
}

/** How a board proved that it belongs to the account: a connection key, an access token, or not at all. */
type Proof = ProvedKey | { readonly tokenId: number } | null;

const isKey = (proof: Proof): proof is ProvedKey => proof !== null && 'id' in proof;

function wayOf(proof: Proof): 'joined_window' | 'joined_key' | 'joined_token' {
  if (proof === null) return 'joined_window';
  return isKey(proof) ? 'joined_key' : 'joined_token';
}
