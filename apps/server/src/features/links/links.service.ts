import { type LinkChange, mostLinks, type NewLink, type PublicLink } from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { exposedIds, keptOf } from './exposed-control.ts';
import { type LinkScope, linkScope } from './link-scope.ts';
import type { LinkedDashboard, LinkRow, LinksRepository, LinkWithDashboard } from './links.repository.ts';

/** Links that have ended are shown for so long. */
const keptMs = 30 * 24 * 3_600_000;

interface LinksDeps {
  readonly repository: LinksRepository;
  readonly clock: Clock;
  readonly devices: { find(espid: string): DeviceRecord | undefined; findById(id: number): DeviceRecord | undefined };
  mayBeUsed(accountId: number): boolean;
  hashPassword(password: string): Promise<string>;
  newToken(): string;
  hashToken(token: string): string;
}

/** Public links of dashboards: made by the owner, and resolved to exactly what they open. */
export class Links {
  readonly #deps: LinksDeps;
  readonly #listeners = new Set<(linkId: number) => void>();
  /** How many look at a link now. */
  viewersOf: (linkId: number) => number = () => 0;

  constructor(deps: LinksDeps) {
    this.#deps = deps;
  }

  /** Calls the listener when a link was changed or revoked. Answers how to end that. */
  subscribe(listener: (linkId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async list(accountId: number, dashboardId: number): Promise<PublicLink[]> {
    const dashboard = await this.#dashboard(accountId, dashboardId);
    return (await this.#deps.repository.list(dashboardId, accountId)).map((row) => this.#describe(row, dashboard));
  }

  /** Throws a 400 for a time that is over or an unknown widget, a 409 when the dashboard has too many links. */
  async add(accountId: number, dashboardId: number, wish: NewLink): Promise<{ link: PublicLink; token: string }> {
    const { repository, clock, newToken, hashToken, hashPassword } = this.#deps;
    const dashboard = await this.#dashboard(accountId, dashboardId);
    this.#check(wish, dashboard);
    const token = newToken();
    const { password, ...settings } = wish;
    const passwordHash = password === null ? null : await hashPassword(password);
    const exposed = keptOf(wish.exposed, dashboard);
    const made = { dashboardId, accountId, tokenHash: hashToken(token), passwordHash, exposed, createdAt: clock.now() };
    const row = await repository.add({ ...settings, ...made }, mostLinks);
    if (!row) throw new AppError(409, 'limit_reached', `A dashboard has at most ${mostLinks} links. Revoke one first.`);
    return { link: this.#describe(row, dashboard), token };
  }

  /** Throws a 404 when there is no such link, else as `add`. */
  async change(accountId: number, { dashboardId, id }: LinkPlace, wish: LinkChange): Promise<PublicLink> {
    const dashboard = await this.#dashboard(accountId, dashboardId);
    this.#check(wish, dashboard);
    const { password, ...settings } = wish;
    const passwordHash = password ? await this.#deps.hashPassword(password) : null;
    const exposed = keptOf(wish.exposed, dashboard);
    const change = { ...settings, exposed, ...(password !== undefined && { passwordHash }) };
    const row = await this.#deps.repository.change({ id, dashboardId, accountId }, change);
    if (!row) throw notFound('link', String(id));
    this.#tell(id);
    return this.#describe(row, dashboard);
  }

  /** Ends a link at once, also for those who look at it. Throws a 404 when there is no such link. */
  async revoke(accountId: number, { dashboardId, id }: LinkPlace): Promise<void> {
    await this.#dashboard(accountId, dashboardId);
    if (!(await this.#deps.repository.remove({ id, dashboardId, accountId }))) throw notFound('link', String(id));
    this.#tell(id);
  }

  /** What a token opens now; undefined when there is no such link, or it has ended. */
  async open(token: string): Promise<LinkScope | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    return this.#scopeOf(await this.#deps.repository.findByToken(this.#deps.hashToken(token)));
  }

  /** What a link opens now; undefined when it is no more. */
  async reopen(linkId: number): Promise<LinkScope | undefined> {
    return this.#scopeOf(await this.#deps.repository.findById(linkId));
  }

  /** The origins of the pages that may show a link's page in a frame. */
  async framersOf(token: string): Promise<readonly string[]> {
    return (await this.open(token))?.link.origins ?? [];
  }

  async opened({ id }: LinkRow): Promise<void> {
    await this.#deps.repository.opened(id, this.#deps.clock.now());
  }

  /** Forgets links that ended a month ago; a job does this each night. */
  async tidy(): Promise<void> {
    await this.#deps.repository.forget(this.#deps.clock.now() - keptMs);
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

  #check({ expiresAt, exposed }: Pick<NewLink, 'expiresAt' | 'exposed'>, { widgets }: LinkedDashboard): void {
    if (expiresAt !== null && expiresAt <= this.#deps.clock.now()) {
      throw badRequest('That time is over already.', { expiresAt: 'That time is over already.' });
    }
    const controls = new Set(widgets.flatMap(({ id, content }) => ('target' in content ? [id] : [])));
    if (exposed.some((id) => !controls.has(id))) {
      throw badRequest('The dashboard was changed meanwhile. Choose again what may be operated.');
    }
  }

  #describe(row: LinkRow, dashboard: LinkedDashboard): PublicLink {
    const { id, name, passwordHash, expiresAt, origins, createdAt, openedAt } = row;
    const hasPassword = passwordHash !== null;
    const exposed = [...exposedIds(row.exposed, dashboard)];
    return { id, name, hasPassword, expiresAt, exposed, origins, createdAt, openedAt, viewers: this.viewersOf(id) };
  }

  #tell(linkId: number): void {
    for (const listener of this.#listeners) listener(linkId);
  }
}

interface LinkPlace {
  readonly dashboardId: number;
  readonly id: number;
}
