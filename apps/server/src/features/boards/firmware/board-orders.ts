import { orderLogText } from '@cyno/contract';
import { isFirmwareAtLeast } from '@cyno/device-protocol';
import type { DeviceBroker } from '../../../platform/broker/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, forbidden } from '../../../platform/errors.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { DeviceLog, DeviceRecord } from '../devices/index.ts';

/** Of one board; each takes it a restart. */
const ordersPerMinute = 6;

interface OrdersDeps {
  readonly broker: Pick<DeviceBroker, 'publishToBoard'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly clock: Clock;
}

/** Restarting a board, and wiping what its sketch stores (protocol 2.5.6). A board responds to neither. */
export class BoardOrders {
  readonly #deps: OrdersDeps;
  readonly #counter = createMemoryCounter({ points: ordersPerMinute, windowSeconds: 60 });
  #lastAt = 0;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
  }

  /** Throws a 403 for a paused device, a 409 when the board is offline or its firmware knows no such message, a 429. */
  async send(device: DeviceRecord, order: 'reboot' | 'reset', by: string): Promise<void> {
    if (device.paused) {
      throw forbidden(
        'This device is paused because your plan has no room for it. See the plan page.',
        because('device_paused'),
      );
    }
    if (!device.online) throw conflict('The board is offline. Try again when it is back.', because('board_offline'));
    if (!isFirmwareAtLeast(device.firmware, '1.0.8'))
      throw conflict(tooOld(device.firmware), because('library_too_old'));
    await this.#counter.take(String(device.id));
    // The library takes a message that equals its own last one for its echo, so no two may be the same.
    this.#lastAt = Math.max(this.#lastAt + 1, this.#deps.clock.now());
    if (!this.#deps.broker.publishToBoard(device.espid, order, `${order}-${this.#lastAt}`)) {
      throw conflict('The board left just now. Try again when it is back.', because('board_offline'));
    }
    this.#deps.deviceLog.append(device.id, 'command', orderLogText(order, { user: by }));
  }
}

const conflict = (sentence: string, cause: ReturnType<typeof because>) =>
  new AppError(409, 'conflict', sentence, cause);

const tooOld = (firmware: string | null): string =>
  `The board runs ${firmware === null ? 'a version of the library that does not say which it is' : `version ${firmware} of the library`}, and needs 1.0.8 or newer to understand this. Build the sketch with the newest library and update the board.`;
