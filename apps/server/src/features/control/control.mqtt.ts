import { boardTopic, joinSegments, maxPayloadBytes, parseEventAct, parseIoAct } from '@cyno/device-protocol';
import type { BoardMessage, BoardSession, DeviceBroker, DisconnectReason } from '../../platform/broker/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { BoardMemory } from './board-memory.ts';
import type { Control } from './control.service.ts';

/** So long after its first subscription a board has said whether it has just started. */
const silenceMs = 1_500;
/** Between the parts of a restore that does not fit into one message. */
const spacingMs = 300;

interface MqttDeps {
  readonly control: Control;
  readonly memory: BoardMemory;
  readonly broker: Pick<DeviceBroker, 'publishToBoard'>;
  findDevice(espid: string): DeviceRecord | undefined;
}

/** What is known of a connection: a board is restored once on each. */
interface Greeting {
  restored: boolean;
  /** It said that it runs a firmware that tells when it starts. */
  tellsStarts: boolean;
  timers: NodeJS.Timeout[];
}

/** Listens to boards: what they report of outputs and events, and when they have started and are to be restored. */
export function controlMqtt({ control, memory, broker, findDevice }: MqttDeps) {
  const greetings = new Map<BoardSession, Greeting>();

  const deviceOf = (session: BoardSession): DeviceRecord | undefined => {
    const device = findDevice(session.espid);
    return session.deviceId !== null && device?.id === session.deviceId && !device.paused ? device : undefined;
  };

  const restore = (session: BoardSession, options: { withEvents: boolean }): void => {
    const greeting = greetings.get(session);
    const device = deviceOf(session);
    if (!greeting || !device || greeting.restored) return;
    greeting.restored = true;
    const segments = memory.restoreSegments(device, options);
    const payloads = joinSegments(segments, maxPayloadBytes(device.family, boardTopic(device.espid, 'io')));
    payloads.forEach((payload, index) => {
      const send = () => {
        control.queueOf(device).hold();
        broker.publishToBoard(device.espid, 'io', payload);
      };
      if (index === 0) send();
      else greeting.timers.push(setTimeout(send, index * spacingMs));
    });
  };

  return {
    connected(session: BoardSession): void {
      greetings.set(session, { restored: false, tellsStarts: false, timers: [] });
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

    subscribed(session: BoardSession, first: boolean): void {
      const greeting = greetings.get(session);
      if (!first || !greeting) return;
      // Firmware before 1.0.8 says nothing when it has started, so it is made what it was at each connection.
      const legacy = () => {
        if (!greeting.tellsStarts) restore(session, { withEvents: false });
      };
      greeting.timers.push(setTimeout(legacy, silenceMs));
    },

    disconnected(session: BoardSession, reason: DisconnectReason): void {
      for (const timer of greetings.get(session)?.timers ?? []) clearTimeout(timer);
      greetings.delete(session);
      const device = deviceOf(session);
      // The newer connection of a board is in use already.
      if (device && reason !== 'superseded') control.queueOf(device).disconnected();
    },

    message(session: BoardSession, { leaf, payload }: BoardMessage): void {
      const device = deviceOf(session);
      const greeting = greetings.get(session);
      if (!device || !greeting) return;
      switch (leaf) {
        case 'get/init':
          greeting.tellsStarts = true;
          restore(session, { withEvents: true });
          break;
        case 'info':
          greeting.tellsStarts = true;
          break;
        // Firmware 1.0.2 and 1.0.3 reports on the topics of the commands.
        case 'io':
        case 'ioact': {
          const act = parseIoAct(payload.toString('utf8'));
          if (act) memory.outputReported(device, act.pin, act.value);
          break;
        }
        case 'event':
        case 'eventact': {
          const act = parseEventAct(payload.toString('utf8'));
          if (act) memory.eventReported(device, act.name, act.value);
          break;
        }
      }
    },
  };
}
