import { deviceLogText, displayName } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { Shares } from './shares.ts';
import type { OfferRow } from './sharing.repository.ts';
import type { TransferRepository } from './transfer.repository.ts';

interface TransfersDeps {
  readonly repository: TransferRepository;
  readonly shares: Shares;
  readonly clock: Clock;
  readonly devices: Pick<Devices, 'findById' | 'handOver'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  emailOf(accountId: number): Promise<string>;
  /** Notifies the former owner of who has it now; throws nothing. */
  notifyFormerOwner(accountId: number, handed: { newOwner: string; name: string }): void;
  /** Called when a device is the new owner's; `from` is the account that had it. */
  moved(device: DeviceRecord, from: number): Promise<void>;
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
   * the new owner's address or key. Throws a 404 when it is not offered any more, `limit_reached` when the plan has no room.
   */
  async accept(offer: OfferRow, accountId: number): Promise<void> {
    const { repository, shares, clock, devices, deviceLog, emailOf, notifyFormerOwner, moved, notify } = this.#deps;
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
    for (const id of ended) await shares.changed(id);
    const from = await emailOf(offer.ownerId);
    deviceLog.append(device.id, 'paired', deviceLogText('handed_over', { owner: from }));
    notifyFormerOwner(offer.ownerId, { newOwner: offer.email, name: displayName(device, 'en') });
    await moved(device, offer.ownerId);
    notify(accountId);
    notify(offer.ownerId);
  }
}
