import type { Actor, DeviceRight } from '@cyno/contract';
import type { DeviceBroker } from '../../../platform/broker/index.ts';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../devices/index.ts';
import { AppCommands } from './app-commands.ts';
import { BoardMemory, type ReportedAction } from './board-memory.ts';
import { controlMqtt } from './control.mqtt.ts';
import { controlRepository } from './control.repository.ts';
import { Control } from './control.service.ts';
import { ControlTargets } from './control-targets.ts';

export type { ReportedAction } from './board-memory.ts';
export type { Requester } from './command.ts';
export { commandChanged } from './control.events.ts';
export { controlRoutes } from './control.routes.ts';
export type { Control } from './control.service.ts';
export { withoutNames } from './control-view.ts';

type BoardPublisher = Pick<DeviceBroker, 'publishToBoard'>;

interface ControlFeatureDeps {
  readonly bus: EventBus;
  readonly database: Database;
  readonly broker: BoardPublisher;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'findOwned'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  /** The device when the account has the right to it. */
  findShared(accountId: number, espid: string, right: DeviceRight): DeviceRecord | undefined;
  /** The e-mail of an account; null when it is gone. */
  nameOf(accountId: number): Promise<string | null>;
  /** What of people's automations made a board do something without a command; null: nothing. */
  explain(device: DeviceRecord, action: ReportedAction): Actor | null;
  /** False: the board's firmware reports nothing of what it is sent. */
  confirms(device: DeviceRecord): boolean;
}

/** Wires the feature: what is requested of boards, what they report, and what they are to be after a start. */
export function createControl(deps: ControlFeatureDeps) {
  const { database, devices, deviceLog, jobs } = deps;
  /** Every message to a board's outputs stands in its event log. */
  const broker: BoardPublisher = {
    publishToBoard(espid, subtopic, payload) {
      const device = devices.find(espid);
      const sent = deps.broker.publishToBoard(espid, subtopic, payload);
      if (sent && device) deviceLog.append(device.id, 'command', `${subtopic} ${payload}`);
      return sent;
    },
  };
  const repository = controlRepository(database);
  const targets = new ControlTargets({ repository, log: deps.log });
  const control = new Control({ ...deps, broker, repository, targets, findDevice: (id) => devices.findById(id) });
  const memory = new BoardMemory({ ...deps, control, targets });
  const mqtt = controlMqtt({ control, memory, findDevice: (espid) => devices.find(espid) });
  /** How other parts of the server send to boards without coming too close to a command. */
  const publisher = {
    restMs: (device: DeviceRecord) => control.queueOf(device).restMs,
    send(device: DeviceRecord, { subtopic, payload }: { subtopic: string; payload: string }): void {
      control.queueOf(device).hold();
      // The time is sent so often that it would only hide what matters.
      (subtopic === 'timestamps' ? deps.broker : broker).publishToBoard(device.espid, subtopic, payload);
    },
  };
  jobs.schedule('control.tidy', '37 3 * * *', () => control.cleanup());
  return {
    control,
    targets,
    mqtt,
    publisher,
    appCommands: new AppCommands({
      control,
      deviceLog,
      clock: deps.clock,
      find: (accountId, espid, right) => deps.findShared(accountId, espid, right),
      nameOf: (accountId) => deps.nameOf(accountId),
    }),
    async start() {
      await targets.load();
      await control.start();
    },
    /** Resolves when all that boards reported so far is written; rejects when the database did not take it. */
    saved: () => control.saved(),
    stop: () => control.stop(),
  };
}
