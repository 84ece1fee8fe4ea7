import type { AppConnection } from '../connections/app-connection.ts';
import type { BoardConnection } from '../connections/board-connection.ts';
import { maxAppsPerAccount } from '../limits.ts';

/**
 * Who is connected. Boards and apps are filed under their account, so that neither a take-over nor a filter can reach another
 * account: there is no topic tree that accounts share. Of a shared board's messages the features name the accounts.
 */
export class SessionRegistry {
  /** Nearly always one; several while an unowned board waits at more than one account. */
  readonly #boards = new Map<string, BoardConnection[]>();
  readonly #apps = new Map<number, Map<string, AppConnection>>();

  /** The open session of a board: of that account, else the one that is a device, else any. */
  findBoard(espid: string, accountId?: number): BoardConnection | undefined {
    const boards = this.#boards.get(espid);
    if (accountId !== undefined) return boards?.find((board) => board.session.accountId === accountId);
    return boards?.find((board) => board.session.deviceId !== null) ?? boards?.[0];
  }

  boards(espid: string): readonly BoardConnection[] {
    return this.#boards.get(espid) ?? [];
  }

  addBoard(board: BoardConnection): void {
    const boards = this.#boards.get(board.session.espid);
    if (boards) boards.push(board);
    else this.#boards.set(board.session.espid, [board]);
  }

  removeBoard(board: BoardConnection): void {
    const { espid } = board.session;
    const left = this.boards(espid).filter((other) => other !== board);
    if (left.length > 0) this.#boards.set(espid, left);
    else this.#boards.delete(espid);
  }

  /** How many accounts have apps connected. */
  get appCount(): number {
    return this.#apps.size;
  }

  /** The apps of an account by client id; undefined when none is connected. */
  apps(accountId: number): ReadonlyMap<string, AppConnection> | undefined {
    return this.#apps.get(accountId);
  }

  hasSlotForApp(accountId: number): boolean {
    return (this.#apps.get(accountId)?.size ?? 0) < maxAppsPerAccount;
  }

  addApp(clientId: string, app: AppConnection): void {
    const { accountId } = app.session;
    let apps = this.#apps.get(accountId);
    if (!apps) {
      apps = new Map();
      this.#apps.set(accountId, apps);
    }
    apps.set(clientId, app);
  }

  removeApp(clientId: string, app: AppConnection): void {
    const { accountId } = app.session;
    const apps = this.#apps.get(accountId);
    apps?.delete(clientId);
    if (apps?.size === 0) this.#apps.delete(accountId);
  }

  *allApps(): Generator<AppConnection> {
    for (const apps of this.#apps.values()) yield* apps.values();
  }
}
