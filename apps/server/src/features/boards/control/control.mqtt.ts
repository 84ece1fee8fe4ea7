import {
  boardTopic,
  eventPayload,
  joinSegments,
  maxPayloadBytes,
  parseEventAction,
  parseOutputAction,
} from '@cyno/device-protocol';
import type { BoardMessage, BoardSession, DisconnectReason } from '../../../platform/broker/index.ts';
import type { ConnectStep, DeviceRecord } from '../devices/index.ts';
import type { BoardMemory } from './board-memory.ts';
import type { Control } from './control.service.ts';

interface MqttDeps {
  readonly control: Control;
  readonly memory: BoardMemory;
  findDevice(espid: string): DeviceRecord | undefined;
}

/** Listens to boards: what they report of outputs and events, and when they come and go. */
export function controlMqtt({ control, memory, findDevice }: MqttDeps) {
  const deviceOf = (session: BoardSession): DeviceRecord | undefined => {
    const device = findDevice(session.espid);
    return session.deviceId !== null && device?.id === session.deviceId && !device.paused ? device : undefined;
  };

  /** What a board is to be after its start; one that was only away is what it was. */
  const connectStep: ConnectStep = {
    messages(device, arrival, { readsEventsInIo }) {
      if (arrival === 'back' || device.paused) return [];
      const segments = memory.restoreSegments(device, { withEvents: readsEventsInIo });
      const payloads = joinSegments(segments, maxPayloadBytes(device.family, boardTopic(device.espid, 'io')));
      return payloads.map((payload) => ({ subtopic: 'io', payload }));
    },
  };

  return {
    connectStep,

    boardConnected(session: BoardSession): void {
      const device = deviceOf(session);
      if (device) control.queueOf(device).connected();
    },

    /** A board that waited became a device on its open connection. */
    accepted(device: DeviceRecord): void {
      control.queueOf(device).connected();
    },

    /** The plan has no room for a device, or has again. */
    pausedChanged(device: DeviceRecord): void {
      if (device.online && !device.paused) control.queueOf(device).connected();
      else control.queueOf(device).disconnected();
    },

    boardDisconnected(session: BoardSession, reason: DisconnectReason): void {
      const device = deviceOf(session);
      // The newer connection of a board is in use already.
      if (device && reason !== 'superseded') control.queueOf(device).disconnected();
    },

    /** The echo of a report leaves when `stored` settles: an equal event must not reach the board before. */
    awaitEcho(session: BoardSession, { payload }: BoardMessage, stored: Promise<void>): void {
      const device = deviceOf(session);
      const action = parseEventAction(payload.toString('utf8'));
      if (!device || !action) return;
      const echoed = () => setImmediate(() => control.queueOf(device).echoed(eventPayload(action)));
      stored.then(echoed, echoed);
    },

    /** Takes in a report; true when something of it is stored. `isOld`: it came before the server started. */
    boardMessage(session: BoardSession, { subtopic, payload, receivedAt }: BoardMessage, isOld = false): boolean {
      const device = deviceOf(session);
      if (!device) return false;
      switch (subtopic) {
        // Firmware 1.0.2 and 1.0.3 reports on the topics of the commands.
        case 'io':
        case 'ioact': {
          const action = parseOutputAction(payload.toString('utf8'));
          return action !== null && memory.outputReported(device, action, { at: receivedAt, isOld });
        }
        case 'event':
        case 'eventact': {
          const action = parseEventAction(payload.toString('utf8'));
          return action !== null && memory.eventReported(device, action, { at: receivedAt, isOld });
        }
        default:
          return false;
      }
    },
  };
}
