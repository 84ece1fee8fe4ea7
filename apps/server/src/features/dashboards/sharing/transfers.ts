import { deviceLogText, displayName } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { Shares } from './shares.ts';
import type { OfferRow } from './sharing.repository.ts';
import type { TransferRepository } from './transfer.repository.ts';

interface TransfersDeps {
  readonly repository: TransferRepository;
  readonly shares: Pick<Shares, 'changed'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly devices: Pick<Devices, 'findById' | 'handOver'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  /** Notifies the former owner of who has it now; throws nothing. */
  notifyFormerOwner(accountId: number, handed: { newOwner: string; name: string }): void;
  /** Ends what the former owner requested of a device and its board was not sent yet; throws nothing. */
  withdraw(device: DeviceRecord): void;
  /** Called when a device is the new owner's. */
  moved(device: DeviceRecord): Promise<void>;
  notify(accountId: number): void;
}

/** Hands devices over to other accounts. */
export class Transfers {
  readonly #deps: TransfersDeps;

  constructor(deps: TransfersDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the account the owner of what it was offered. Every share of the device ends, and its board is refused until it comes with
   * the new owner's address or key. Throws a 404 when it is not offered any more, `limit_reached` when the plan has no room; what
   * fails after the device has moved is logged.
   */
  async accept(offer: OfferRow, accountId: number): Promise<void> {
    const { repository, shares, clock, log, devices, deviceLog, notifyFormerOwner, withdraw, moved, notify } =
      this.#deps;
    const device = devices.findById(offer.thing.id);
    if (!device || device.accountId !== offer.ownerId) throw notFound('offer', String(offer.id));
    if (device.virtual)
      throw new AppError(
        409,
        'conflict',
        'A virtual board stays with the account that started it.',
        because('virtual_board'),
      );
    let ended: readonly number[] = [];
    await devices.handOver(device, accountId, async () => {
      const done = await repository.move(offer, accountId, clock.now());
      if (!done) throw notFound('offer', String(offer.id));
      ended = done.ended;
      return done;
    });
    withdraw(device);
    deviceLog.append(device.id, 'paired', deviceLogText('handed_over', { owner: offer.owner }));
    notifyFormerOwner(offer.ownerId, { newOwner: offer.email, name: displayName(device, 'en') });
    const parts = [moved(device), ...ended.map((id) => shares.changed(id))];
    const failed = (err: unknown) => log.error({ err, espid: device.espid }, 'A hand-over was not completed');
    await Promise.all(parts.map((part) => part.catch(failed)));
    notify(accountId);
    notify(offer.ownerId);
  }
}
