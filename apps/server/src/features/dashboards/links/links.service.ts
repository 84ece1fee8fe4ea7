import { type CommandReason, type LinkChange, maxLinks, type NewLink, type PublicLink } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { OpenScope } from '../../telemetry/live/index.ts';
import { checkSeen, chosenEspids } from '../dashboards/index.ts';
import { exposedEntries, exposedIds } from './exposed-control.ts';
import { allowedEspids, type LinkedDevices, type LinkScope, linkScope } from './link-scope.ts';
import type { LinkedDashboard, LinkRow, LinksRepository, LinkWithDashboard } from './links.repository.ts';
import { isUnlocked } from './unlock.ts';

/** Links that have ended are shown for so long. */
const retentionMs = 30 * 24 * 3_600_000;
/** Each costs as much as a login. */
const passwordsOfAccount = { points: 30, windowSeconds: 60 };

interface LinksDeps {
  readonly repository: LinksRepository;
  readonly clock: Clock;
  readonly devices: LinkedDevices;
  mayBeUsed(accountId: number): boolean;
  hashPassword(password: string): Promise<string>;
  newToken(): string;
  hashToken(token: string): string;
  /** Cancels what was requested through a link of the account and waits for a board. */
  cancelCommands(accountId: number, linkId: number, why: CommandReason): void;
  /** How many look at a link now. */
  viewersOf(linkId: number): number;
  /** Shows viewers what the link shows now, or ends their connections when it is no more. */
  refreshViewers(linkId: number): void;
}

/** Public links of dashboards: made by the owner, and resolved to exactly what they open. */
export class Links {
  readonly #deps: LinksDeps;
  readonly #passwords = createMemoryCounter(passwordsOfAccount);

  constructor(deps: LinksDeps) {
    this.#deps = deps;
  }

  async list(accountId: number, dashboardId: number): Promise<PublicLink[]> {
    const dashboard = await this.#dashboard(accountId, dashboardId);
    return (await this.#deps.repository.list(dashboardId, accountId)).map((row) => this.#describe(row, dashboard));
  }

  /** Throws a 400 for a time that is over or an unknown widget, a 409 when the dashboard has too many links, a 429 for too many passwords a minute. */
  async add(accountId: number, dashboardId: number, request: NewLink): Promise<{ link: PublicLink; token: string }> {
    const { repository, clock, newToken, hashToken, hashPassword } = this.#deps;
    const dashboard = await this.#dashboard(accountId, dashboardId);
    this.#check(request, dashboard);
    const token = newToken();
    const { password, espids: _seen, ...settings } = request;
    if (password !== null) await this.#passwords.take(String(accountId));
    const passwordHash = password === null ? null : await hashPassword(password);
    const espids = this.#seenDevices(dashboard, request.espids);
    const exposed = exposedEntries(request.exposed, { espids, widgets: dashboard.widgets });
    const made = { dashboardId, accountId, tokenHash: hashToken(token), passwordHash, exposed, createdAt: clock.now() };
    const row = await repository.add({ ...settings, ...made, espids }, maxLinks);
    if (!row)
      throw new AppError(
        409,
        'limit_reached',
        `A dashboard has at most ${maxLinks} links. Revoke one first.`,
        because('too_many_links', { max: maxLinks }),
      );
    return { link: this.#describe(row, dashboard), token };
  }

  /** Throws a 404 when there is no such link, else as `add`. */
  async change(accountId: number, { dashboardId, id }: LinkPlace, request: LinkChange): Promise<PublicLink> {
    const dashboard = await this.#dashboard(accountId, dashboardId);
    this.#check(request, dashboard);
    const { password, espids: seen, ...settings } = request;
    const { devices, repository } = this.#deps;
    const before = (await repository.findById(id))?.link ?? { espids: [], exposed: [] };
    const espids = seen ? this.#seenDevices(dashboard, seen) : [...allowedEspids(before, dashboard, devices)];
    if (password) await this.#passwords.take(String(accountId));
    const passwordHash = password ? await this.#deps.hashPassword(password) : null;
    const exposed = exposedEntries(request.exposed, { espids, widgets: dashboard.widgets });
    const change = { ...settings, espids, exposed, ...(password !== undefined && { passwordHash }) };
    const row = await repository.change({ id, dashboardId, accountId }, change);
    if (!row) throw notFound('link', String(id));
    // What waits was requested by what may not be operated any more, or by somebody who does not know the new password.
    if (password || before.exposed.some((entry) => !exposed.includes(entry)))
      this.#deps.cancelCommands(accountId, id, 'The public link was changed.');
    this.#deps.refreshViewers(id);
    return this.#describe(row, dashboard);
  }

  /** Ends a link at once, also for its viewers. Throws a 404 when there is no such link. */
  async revoke(accountId: number, { dashboardId, id }: LinkPlace): Promise<void> {
    await this.#dashboard(accountId, dashboardId);
    if (!(await this.#deps.repository.remove({ id, dashboardId, accountId }))) throw notFound('link', String(id));
    this.#deps.cancelCommands(accountId, id, 'The public link was revoked.');
    this.#deps.refreshViewers(id);
  }

  /** What a token opens now; undefined when there is no such link, or it has ended. */
  async open(token: string): Promise<LinkScope | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    return this.#scopeOf(await this.#deps.repository.findByToken(this.#deps.hashToken(token)));
  }

  /** What a token opens to a live connection; undefined also when the password is to be typed first. */
  async openLive(token: string, unlock: string | null): Promise<OpenScope | undefined> {
    const { clock, repository } = this.#deps;
    const scope = await this.open(token);
    if (!scope || !isUnlocked(scope.link, unlock, clock.now())) return undefined;
    const { id } = scope.link;
    return { scope, reopen: async () => this.#scopeOf(await repository.findById(id)) };
  }

  /** The origins of the pages that may show a link's page in a frame. */
  async framersOf(token: string): Promise<readonly string[]> {
    return (await this.open(token))?.link.origins ?? [];
  }

  async opened({ id }: LinkRow): Promise<void> {
    await this.#deps.repository.opened(id, this.#deps.clock.now());
  }

  /** Forgets links that ended a month ago; a job does this each night. */
  async cleanup(): Promise<void> {
    await this.#deps.repository.forget(this.#deps.clock.now() - retentionMs);
  }

  #scopeOf(found: LinkWithDashboard | undefined): LinkScope | undefined {
    const { clock, devices, mayBeUsed } = this.#deps;
    if (!found || !mayBeUsed(found.link.accountId)) return undefined;
    const { expiresAt } = found.link;
    if (expiresAt !== null && expiresAt <= clock.now()) return undefined;
    return linkScope(found.link, found.dashboard, devices);
  }

  /** Only its owner decides who sees a dashboard. */
  async #dashboard(accountId: number, id: number): Promise<LinkedDashboard> {
    const row = await this.#deps.repository.findDashboard(id);
    if (row?.accountId !== accountId) throw notFound('dashboard', String(id));
    return row;
  }

  /** The devices that can be chosen now. Throws a 409 when somebody saw others on a dashboard that follows a tag or a group. */
  #seenDevices(dashboard: LinkedDashboard, seen: readonly string[] = []): string[] {
    const { devices } = this.#deps;
    const espids = [...chosenEspids(dashboard, devices)];
    if (dashboard.follows !== null) checkSeen(seen, espids, (espid) => devices.find(espid)?.name);
    return espids;
  }

  #check({ expiresAt, exposed }: Pick<NewLink, 'expiresAt' | 'exposed'>, { widgets }: LinkedDashboard): void {
    if (expiresAt !== null && expiresAt <= this.#deps.clock.now()) {
      throw badRequest('That time is over already.', {
        ...because('end_in_past'),
        fields: { expiresAt: 'That time is over already.' },
      });
    }
    const controls = new Set(widgets.flatMap(({ id, content }) => ('target' in content ? [id] : [])));
    if (exposed.some((id) => !controls.has(id))) {
      throw badRequest(
        'The dashboard was changed meanwhile. Choose again what may be operated.',
        because('changed_meanwhile'),
      );
    }
  }

  #describe(row: LinkRow, dashboard: LinkedDashboard): PublicLink {
    const { id, name, passwordHash, expiresAt, origins, createdAt, openedAt } = row;
    const hasPassword = passwordHash !== null;
    const { devices } = this.#deps;
    const allowed = allowedEspids(row, dashboard, devices);
    const exposed = [...exposedIds(row.exposed, { espids: allowed, widgets: dashboard.widgets })];
    const now = chosenEspids(dashboard, devices);
    const counts = dashboard.follows && { shown: now.filter((one) => allowed.includes(one)).length, all: now.length };
    const settings = { name, hasPassword, expiresAt, exposed, origins };
    return { id, ...settings, createdAt, openedAt, devices: counts, viewers: this.#deps.viewersOf(id) };
  }
}

interface LinkPlace {
  readonly dashboardId: number;
  readonly id: number;
}
