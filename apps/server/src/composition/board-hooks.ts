import type { BoardClaims } from '../features/boards/board-claims/index.ts';
import type { DeviceAccess, DeviceLog, Devices } from '../features/boards/devices/index.ts';
import type { BoardLogin, Pairing } from '../features/boards/pairing/index.ts';
import type { SharingFeature } from '../features/dashboards/sharing/index.ts';
import type { BoardReports } from '../features/telemetry/board-reports/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import type {
  BoardMessage,
  BoardSession,
  BrokerHooks,
  ConnectDecision,
  DisconnectReason,
} from '../platform/broker/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { createBoardJournal } from './board-journal.ts';
import { boardValues } from './board-values.ts';

/** Listens to what boards do besides sending telemetry. */
interface BoardListener {
  connected(session: BoardSession): void;
  disconnected(session: BoardSession, reason: DisconnectReason): void;
  /** True when something of it is to be stored. */
  message(session: BoardSession, message: BoardMessage): unknown;
}

const twoBoards = (there: string, heldOff: string): string =>
  `two boards use this id: the one at ${there} stays connected, the one at ${heldOff} is held off; switch one of them off, or give its program an id of its own`;

/** Hands each event of the broker to the feature that it concerns. */
export function boardHooks(features: {
  devices: Devices;
  access: Pick<DeviceAccess, 'find' | 'audience' | 'roleOf'>;
  sharing: Pick<SharingFeature, 'noteVisit'>;
  deviceLog: DeviceLog;
  devicesMqtt: BoardListener & {
    subscribed(session: BoardSession, first: boolean): void;
    ignored(session: BoardSession, topic: string): void;
  };
  controlMqtt: BoardListener;
  appCommands: { take: BrokerHooks['appMessage'] };
  automationMqtt: BoardListener;
  firmwareMqtt: Pick<BoardListener, 'message'>;
  boardHealth: Pick<BoardListener, 'message'> & {
    heldOff(deviceId: number, addresses: readonly [string, string]): void;
  };
  reports: Pick<BoardReports, 'add'>;
  pairing: Pairing;
  claims: Pick<BoardClaims, 'heard'>;
  login: BoardLogin;
  /** Whether an account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
  /** Whether the boards of the account send timestamps with their messages. */
  boardsSendTimes(accountId: number): boolean;
  telemetry: Telemetry;
  log: Logger;
}): BrokerHooks {
  const { devices, access, sharing, deviceLog, devicesMqtt, controlMqtt, appCommands, automationMqtt } = features;
  const { firmwareMqtt, boardHealth, reports, pairing, claims, login, mayBeUsed, log } = features;

  const journal = createBoardJournal(log);
  const takeValues = boardValues({ ...features, journal });
  const listeners = [devicesMqtt, controlMqtt, automationMqtt];
  const hearers = [...listeners, firmwareMqtt, boardHealth];

  const decideAgain = (session: BoardSession): void => {
    pairing.connected(session).catch((err: unknown) => log.error({ err }, 'A waiting board could not be checked'));
  };

  return {
    async authenticate(request) {
      const decision = await login.authenticate(request);
      // The account may have been disabled while the board was being authenticated: there was no session to end yet.
      const isBlocked = decision.allow && !mayBeUsed(decision.session.accountId);
      const final: ConnectDecision = isBlocked ? { allow: false, returnCode: 5 } : decision;
      journal.decided(request, final);
      return final;
    },
    appMessage: (session, message) => appCommands.take(session, message),
    mayRead: (accountId, espid) => access.find(accountId, espid, 'view')?.paused === false,
    sharedReaders(accountId, espid) {
      const device = devices.findOwned(accountId, espid);
      if (!device || device.paused) return [];
      return [...access.audience(device, 'view')].filter((reader) => reader !== accountId);
    },
    sharedRead(accountId, espid) {
      const device = devices.find(espid);
      const role = device && access.roleOf(accountId, device);
      if (role) sharing.noteVisit(accountId, device, role);
    },

    boardConnected(session) {
      journal.connected(session);
      login.opened(session);
      for (const listener of listeners) listener.connected(session);
      if (session.deviceId === null) decideAgain(session);
    },

    boardSubscribed: (session, first) => devicesMqtt.subscribed(session, first),

    boardDisconnected(session, reason) {
      journal.disconnected(session, reason);
      if (session.deviceId === null) pairing.disconnected(session.accountId);
      for (const listener of listeners) listener.disconnected(session, reason);
    },

    boardMessageIgnored: (session, topic) => devicesMqtt.ignored(session, topic),

    boardHeldOff(session, address) {
      const { deviceId, remoteAddress } = session;
      if (deviceId === null) return;
      deviceLog.append(deviceId, 'refused', twoBoards(remoteAddress, address));
      boardHealth.heldOff(deviceId, [remoteAddress, address]);
    },

    boardMessage(session, message) {
      if (session.deviceId === null) claims.heard(session, message);
      if (message.subtopic !== 'data/update') {
        let isStored = false;
        for (const listener of hearers) isStored = listener.message(session, message) === true || isStored;
        return isStored ? reports.add(session, message) : undefined;
      }
      return takeValues(session, message);
    },
  };
}
