import type { Actor } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import type { DeviceBroker } from '../../../platform/broker/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { type DeviceRecord, type DevicesFeature, devicePausedChanged } from '../devices/index.ts';
import { AppCommands } from './app-commands.ts';
import { BoardMemory } from './board-memory.ts';
import type { ReportedAction } from './command.ts';
import { controlMqtt } from './control.mqtt.ts';
import { controlRepository } from './control.repository.ts';
import { controlRoutes } from './control.routes.ts';
import { Control } from './control.service.ts';
import { ControlTargets } from './control-targets.ts';

export { type ReportedAction, type Requester, requesterOf } from './command.ts';
export { commandChanged } from './control.events.ts';
export type { Control } from './control.service.ts';
export { stateWithoutNames } from './control-view.ts';
export { isTarget, nobody, type VisibleTargets, visibleControl } from './visible-control.ts';

type BoardPublisher = Pick<DeviceBroker, 'publishToBoard'>;

interface ControlFeatureDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly devices: Pick<DevicesFeature, 'devices' | 'access' | 'deviceLog' | 'connectSequence'>;
}

/** What runs on boards by itself. */
interface Programs {
  /** What of people's automations made a board do something without a command; null: nothing. */
  explain(device: DeviceRecord, action: ReportedAction): Actor | null;
  /** False: the board's firmware reports nothing of what it is sent. */
  confirms(device: DeviceRecord): boolean;
}

export type ControlFeature = ReturnType<typeof createControl>;

/** What is requested of boards, what they report, and what they are to be after a start. */
export function createControl(server: Core, { accounts, ...others }: ControlFeatureDeps) {
  const core = coreFor(server, 'control');
  const { devices, access, deviceLog, connectSequence } = others.devices;
  let programs: Programs = { explain: () => null, confirms: () => true };
  /** Every message to a board's outputs stands in its event log. */
  const broker: BoardPublisher = {
    publishToBoard(espid, subtopic, payload) {
      const device = devices.find(espid);
      const sent = core.broker.publishToBoard(espid, subtopic, payload);
      if (sent && device) deviceLog.append(device.id, 'command', `${subtopic} ${payload}`);
      return sent;
    },
  };
  const repository = controlRepository(core.database);
  const targets = new ControlTargets({ repository, log: core.log });
  const control = new Control({
    ...core,
    broker,
    repository,
    targets,
    findDevice: (id) => devices.findById(id),
    confirms: (device) => programs.confirms(device),
  });
  const memory = new BoardMemory({
    ...core,
    control,
    targets,
    explain: (device, action) => programs.explain(device, action),
  });
  const mqtt = controlMqtt({ control, memory, findDevice: (espid) => devices.find(espid) });
  /** How other parts of the server send to boards without coming too close to a command. */
  const publisher = {
    restMs: (device: DeviceRecord) => control.queueOf(device).restMs,
    send(device: DeviceRecord, { subtopic, payload }: { subtopic: string; payload: string }): void {
      control.queueOf(device).hold();
      // The time is sent so often that it would only hide what matters.
      (subtopic === 'timestamps' ? core.broker : broker).publishToBoard(device.espid, subtopic, payload);
    },
  };
  const appCommands = new AppCommands({
    control,
    deviceLog,
    clock: core.clock,
    find: (accountId, espid, right) => access.find(accountId, espid, right),
    nameOf: async (accountId) => (await accounts.find(accountId))?.email ?? null,
  });
  connectSequence.sendBy(publisher);
  connectSequence.add(mqtt.connectStep);
  core.broker.use({ ...mqtt, appMessage: (session, message) => appCommands.take(session, message) });
  core.bus.subscribe(devicePausedChanged, 'control', ({ device }) => mqtt.pausedChanged(device));
  core.jobs.schedule('control.surplus', '57 * * * *', () => control.removeSurplus());
  core.jobs.scheduleByAge('control.tidy', '37 3 * * *', () => control.cleanup());
  core.routes.push((app) => controlRoutes(app, { control, targets, access }));
  const feature = {
    control,
    targets,
    mqtt,
    publisher,
    /** Sets what knows the programs of boards. */
    usePrograms(those: Programs): void {
      programs = those;
    },
    async start() {
      await targets.load();
      await control.start();
    },
    /** Resolves when all that boards reported so far is written; rejects when the database did not take it. */
    saved: () => control.saved(),
    stop: () => control.stop(),
  };
  core.parts.push(feature);
  return feature;
}
