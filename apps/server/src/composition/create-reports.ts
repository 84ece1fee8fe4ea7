import { join } from 'node:path';
import type { createControl } from '../features/boards/control/index.ts';
import type { createDevices } from '../features/boards/devices/index.ts';
import type { createFirmware } from '../features/boards/firmware/index.ts';
import { type BoardReports, createBoardReports } from '../features/telemetry/board-reports/index.ts';
import { type Core, coreFor } from './core.ts';

interface Parts {
  readonly devices: ReturnType<typeof createDevices>;
  readonly control: ReturnType<typeof createControl>;
  readonly firmware: ReturnType<typeof createFirmware>;
}

/** Who keeps what of what boards report, so that it is echoed when it is safe. */
export function createReports(core: Core, { devices, control, firmware }: Parts): BoardReports {
  return createBoardReports({
    log: coreFor(core, 'boards').log,
    directory: join(core.dataDirectory, 'reports'),
    handlers: {
      control: {
        saved: () => control.saved(),
        restore: (session, message) => void control.mqtt.message(session, message, true),
      },
      facts: {
        saved: () => devices.devices.facts.saved(),
        restore: (session, message) => devices.mqtt.restore(session, message),
      },
      firmware: {
        saved: () => firmware.mqtt.saved(),
        restore: (session, message) => void firmware.mqtt.message(session, message),
      },
    },
    restored: () => control.control.endUnconfirmed(),
  });
}
