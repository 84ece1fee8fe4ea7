import { deviceLogText } from '@cyno/contract';
import { type BoardInfo, boardFamily, maxPacketBytes, parseInfo, parseTemplate } from '@cyno/device-protocol';
import type { BoardMessage, BoardSession, DisconnectReason } from '../../../../platform/broker/index.ts';
import type { DeviceLog } from '../device-log/device-log.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import type { Devices } from '../devices.service.ts';
import type { createBoardClock } from './board-clock.ts';
import { isSpeech } from './board-speech.ts';
import type { ConnectSequence } from './connect-sequence.ts';

/** What a board requests the time with; at its start it gets it without a request. */
const clockRequest = 'gettimestamps';

const pausedNote = deviceLogText('paused', {});

/** Of what a board reports of itself while it waits, so many characters are stored; the library sends 254 at most. */
const longestFact = 512;

/** Signal, network and firmware in one line. */
function describeInfo({ rssi, ssid, ip, version }: BoardInfo): string {
  const parts = [
    rssi !== null && deviceLogText('signal', { rssi }),
    ssid !== null && deviceLogText('wifi', { ssid }),
    ip,
    version && deviceLogText('firmware', { version }),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Logs what a board sent besides its values and its reports of itself. */
function logMessage(
  deviceLog: DeviceLog,
  { id }: DeviceRecord,
  { subtopic, text }: { subtopic: string; text: string },
): void {
  if (subtopic === 'get/init') deviceLog.append(id, 'message', deviceLogText('started', {}));
  else if (subtopic === 'ioact' || subtopic === 'eventact') deviceLog.append(id, 'act', text);
  else if (subtopic !== 'debug') deviceLog.append(id, 'message', `${subtopic}: ${text}`);
  else if (text !== '') deviceLog.append(id, 'debug', text);
}

/** Listens to boards: presence, `info`, `template/name`, the clock, and the event log. Telemetry has its own feature. */
export function devicesMqtt(deps: {
  devices: Devices;
  deviceLog: DeviceLog;
  boardClock: Pick<ReturnType<typeof createBoardClock>, 'send'>;
  connectSequence: ConnectSequence;
}) {
  const { devices, deviceLog, boardClock, connectSequence } = deps;
  /** What boards that wait to be accepted reported of themselves: they report it only once a connection. */
  const announced = new WeakMap<BoardSession, Map<string, string>>();

  /** Takes in what a board reports of itself; true when it is stored. */
  const takeFact = (device: DeviceRecord, subtopic: string, text: string): boolean => {
    if (subtopic === 'info') devices.facts.setInfo(device, parseInfo(text));
    else if (subtopic === 'template/name') devices.facts.setTemplate(device, parseTemplate(text));
    else return false;
    return true;
  };
  const logInfo = (device: DeviceRecord, text: string) =>
    deviceLog.append(device.id, 'info', describeInfo(parseInfo(text)));

  return {
    maxPacketBytes: (espid: string) => maxPacketBytes(devices.find(espid)?.family ?? boardFamily(espid)),

    boardConnected(session: BoardSession): void {
      connectSequence.connected(session);
      const device = devices.find(session.espid);
      if (!device || device.id !== session.deviceId) return;
      devices.setOnline(device, session.connectedAt, session.remoteAddress);
      deviceLog.append(device.id, 'connected', deviceLogText('connected', { address: session.remoteAddress }));
      if (device.paused) deviceLog.append(device.id, 'note', pausedNote);
    },

    /** The plan paused the device, or lets it continue; a board that is connected gets a line in its log. */
    pausedChanged(device: DeviceRecord): void {
      if (device.online) deviceLog.append(device.id, 'note', device.paused ? pausedNote : deviceLogText('active', {}));
    },

    /** A board that waited became a device on its open connection. */
    accepted(device: DeviceRecord, session: BoardSession): void {
      devices.setOnline(device, session.connectedAt, session.remoteAddress);
      deviceLog.append(device.id, 'paired', deviceLogText('accepted', { address: session.remoteAddress }));
      for (const [subtopic, text] of announced.get(session) ?? []) {
        takeFact(device, subtopic, text);
        if (subtopic === 'info') logInfo(device, text);
      }
      connectSequence.accepted(session);
    },

    boardSubscribed(session: BoardSession, first: boolean): void {
      connectSequence.subscribed(session, first);
      const device = devices.find(session.espid);
      if (device && device.id === session.deviceId) devices.spoke(device, session.connectedAt);
    },

    boardDisconnected(session: BoardSession, reason: DisconnectReason): void {
      connectSequence.disconnected(session);
      const device = devices.find(session.espid);
      if (reason === 'superseded' || session.deviceId === null || device?.id !== session.deviceId) return;
      devices.setOffline(device);
      deviceLog.append(device.id, 'disconnected', deviceLogText(reason, {}));
    },

    /** A publication on a topic that is none of the board's own. */
    boardMessageIgnored(session: BoardSession, topic: string): void {
      const device = devices.find(session.espid);
      if (!device || device.id !== session.deviceId) return;
      deviceLog.append(device.id, 'note', deviceLogText('not_used', { topic }));
    },

    boardHeldOff({ deviceId, remoteAddress }: BoardSession, address: string): void {
      if (deviceId === null) return;
      deviceLog.append(deviceId, 'refused', deviceLogText('two_boards', { there: remoteAddress, heldOff: address }));
    },

    /** Takes in again what a board reported of itself before the server started. */
    restore(session: BoardSession, { subtopic, payload }: BoardMessage): void {
      const device = devices.find(session.espid);
      if (device?.id === session.deviceId) takeFact(device, subtopic, payload.toString('utf8'));
    },

    /** True when it is something that the board reports of itself. */
    boardMessage(session: BoardSession, message: BoardMessage): boolean {
      connectSequence.message(session, message);
      const { subtopic } = message;
      if (session.deviceId === null && (subtopic === 'info' || subtopic === 'template/name')) {
        const announcedTexts = announced.get(session) ?? new Map<string, string>();
        announced.set(session, announcedTexts.set(subtopic, message.payload.toString('utf8').slice(0, longestFact)));
      }
      const device = devices.find(session.espid);
      // The id may be a device of somebody else by now.
      if (!device || device.id !== session.deviceId) return false;
      devices.seen(device, message.receivedAt);
      if (device.spokeAt === null && isSpeech(message)) devices.spoke(device, message.receivedAt);
      if (subtopic === 'data/update' || (device.paused && subtopic !== clockRequest)) return false;
      const text = message.payload.toString('utf8');
      switch (subtopic) {
        case 'info':
          logInfo(device, text);
          return takeFact(device, subtopic, text);
        case 'template/name':
          return takeFact(device, subtopic, text);
        case clockRequest:
          boardClock.send(session);
          return false;
        default:
          logMessage(deviceLog, device, { subtopic, text });
          return false;
      }
    },
  };
}
