import { boardFamily } from '@cyno/device-protocol';
import { Batches } from '../../../platform/batches.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import { badRequest, because } from '../../../platform/errors.ts';
import type { DeviceRecord } from './devices.directory.ts';
import type { NewDevice } from './new-devices.sql.ts';

/** A board that is to belong to an account. */
export type NewBoard = Omit<NewDevice, 'family' | 'unlessDeleted'> & Partial<Pick<NewDevice, 'unlessDeleted'>>;

/** What became of one; see `AddedRow`. */
export type Added = DeviceRecord | 'deleted' | 'taken';

interface NewDevicesDeps {
  addAll(wanted: readonly NewDevice[]): Promise<readonly Added[]>;
  /** Called with the devices that were added, before any response. */
  added(devices: readonly DeviceRecord[]): void;
}

/** Boards give up after a second: so many are written in one statement, which takes some tens of milliseconds. */
const maxBatch = 200;

/** Adds boards to accounts. However many come at once, they wait for a few commits and not for each other's. */
export class NewDevices {
  readonly #deps: NewDevicesDeps;
  readonly #batches = new Batches((boards: readonly NewBoard[]) => this.#addBatch(boards), maxBatch);

  constructor(deps: NewDevicesDeps) {
    this.#deps = deps;
  }

  /** Null: the account deleted it lately, and it was not to be brought back. Throws a 400 when somebody else has the board. */
  async add(board: NewBoard): Promise<DeviceRecord | null> {
    const added = await this.#batches.run(board);
    if (added === 'taken')
      throw badRequest(
        `The board "${board.espid}" was added meanwhile.`,
        because('board_of_other_account', { espid: board.espid }),
      );
    return added === 'deleted' ? null : added;
  }

  async #addBatch(boards: readonly NewBoard[]): Promise<Added[]> {
    // Of several who want the same board the first gets it; two logins of one board get the same device.
    const first = new Map<string, NewBoard>();
    for (const board of boards) if (!first.has(board.espid)) first.set(board.espid, board);
    const wanted = [...first.values()];
    const added = await this.#addAll(wanted);
    this.#deps.added(added.filter((one) => typeof one === 'object'));
    const results = new Map(wanted.map(({ espid }, index) => [espid, added[index] ?? 'taken']));
    return boards.map(({ accountId, espid }) =>
      first.get(espid)?.accountId === accountId ? (results.get(espid) ?? 'taken') : 'taken',
    );
  }

  async #addAll(boards: readonly NewBoard[]): Promise<readonly Added[]> {
    try {
      return await this.#deps.addAll(
        boards.map((board) => ({ unlessDeleted: false, ...board, family: boardFamily(board.espid) })),
      );
    } catch (error) {
      // Another server brought the board back in the same moment.
      if (boards.length === 1 && isUniqueViolation(error)) return ['taken'];
      throw error;
    }
  }
}
