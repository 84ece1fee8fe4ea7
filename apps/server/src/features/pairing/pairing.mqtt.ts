import { espid as espidSchema } from '@cyno/contract';
import { boardPassword, parseUsername } from '@cyno/device-protocol';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ConnectDecision, ConnectRequest } from '../../platform/broker/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../devices/index.ts';
import type { Pairing } from './pairing.service.ts';

/** What pairing needs to know of an account. */
export interface BoardAccount {
  readonly id: number;
}

interface AuthenticateDeps {
  pairing: Pairing;
  devices: Devices;
  deviceLog: DeviceLog;
  findAccountByEmail(email: string): Promise<BoardAccount | undefined>;
  findAccessToken(token: string): Promise<{ account: BoardAccount; id: number; scope: 'read' | 'control' } | undefined>;
}

/** MQTT 3.1.1 table 3.1. */
const badCredentials: ConnectDecision = { allow: false, returnCode: 4 };
const notAuthorized: ConnectDecision = { allow: false, returnCode: 5 };
const badIdentifier: ConnectDecision = { allow: false, returnCode: 2 };

/** A stranger who knows an e-mail address can make boards up; above this the account's owner is not bothered. */
const asksPerMinute = 60;

const board = (accountId: number, espid: string, deviceId: number | null): ConnectDecision => ({
  allow: true,
  session: { kind: 'board', accountId, espid, deviceId },
});

/**
 * Decides who may open an MQTT session, and as what (decisions, section 3). Refusals are cheap, because a refused board
 * asks again every 15 s for ever: no password is hashed and everything is answered from memory.
 */
export function createAuthenticate(deps: AuthenticateDeps): (request: ConnectRequest) => Promise<ConnectDecision> {
  const { pairing, devices, deviceLog } = deps;
  const asks = new RateLimiterMemory({ points: asksPerMinute, duration: 60 });

  const refuseForOwner = (device: DeviceRecord, why: string, address: string): ConnectDecision => {
    deviceLog.append(device.id, 'refused', `refused a connection from ${address}: ${why}`);
    return notAuthorized;
  };

  const knownBoard = async (device: DeviceRecord, accountId: number, proof: Proof, address: string) => {
    if (device.accountId !== accountId) {
      return refuseForOwner(device, 'another account claims this id', address);
    }
    if (device.verifiedKeyId !== null && proof === null) {
      return refuseForOwner(device, 'it came without the connection key', address);
    }
    if (typeof proof === 'object' && proof && proof.id !== device.verifiedKeyId) {
      await devices.setVerifiedKey(device, proof.id);
    }
    return board(accountId, device.espid, device.id);
  };

  const newBoard = async (espid: string, accountId: number, proof: Proof, address: string) => {
    const standing = await pairing.standing(accountId, espid);
    if (standing === 'blocked') return notAuthorized;
    if (proof !== null) {
      if (typeof proof === 'object' && !proof.current) return notAuthorized;
      const device = await pairing.join(accountId, espid, typeof proof === 'object' ? proof.id : null);
      deviceLog.append(
        device.id,
        'paired',
        `joined from ${address} with the ${proof === 'token' ? 'access token' : 'connection key'}`,
      );
      return board(accountId, espid, device.id);
    }
    if ((await pairing.windowOpenUntil(accountId)) !== null) {
      const device = await pairing.join(accountId, espid, null);
      deviceLog.append(device.id, 'paired', `joined from ${address} while the Add device window was open`);
      return board(accountId, espid, device.id);
    }
    if (standing === 'rejected') return notAuthorized;
    try {
      await asks.consume(accountId);
    } catch {
      return notAuthorized;
    }
    await pairing.ask(accountId, espid, address);
    return board(accountId, espid, null);
  };

  const asBoard = async (request: ConnectRequest, accountId: number, proof: Proof): Promise<ConnectDecision> => {
    if (!espidSchema.safeParse(request.clientId).success) return badIdentifier;
    const device = devices.find(request.clientId);
    return device
      ? knownBoard(device, accountId, proof, request.remoteAddress)
      : newBoard(request.clientId, accountId, proof, request.remoteAddress);
  };

  return async (request) => {
    const { email, key } = parseUsername(request.username);
    if (email === '') return badCredentials;
    const isBoard = request.password === boardPassword;
    const token = isBoard ? undefined : await deps.findAccessToken(request.password);
    if (!isBoard && !token) return badCredentials;
    const account = await deps.findAccountByEmail(email);
    if (!account || (token && token.account.id !== account.id)) return badCredentials;

    const proof = key === null ? undefined : await pairing.findKey(account.id, key);
    if (key !== null && !proof) return badCredentials;
    if (isBoard || proof) return asBoard(request, account.id, proof ?? null);
    if (!token) return badCredentials;
    const speaksAsBoard =
      looksLikeBoard.test(request.clientId) || devices.findOwned(account.id, request.clientId) !== undefined;
    if (speaksAsBoard) return token.scope === 'control' ? asBoard(request, account.id, 'token') : notAuthorized;
    return { allow: true, session: { kind: 'app', accountId: account.id, tokenId: token.id, scope: token.scope } };
  };
}

/** How a board proved that it belongs to the account: a connection key, an access token, or not at all. */
type Proof = { id: number; current: boolean } | 'token' | null;

/** The ids that Espressif boards with the public library make up (protocol 1.3). */
const looksLikeBoard = /^(ESP8266-\d{1,8}_[0-9A-F]{12}|[A-Za-z0-9() -]{3,24}-\d{1,3}_[0-9a-f]{1,8})$/;
