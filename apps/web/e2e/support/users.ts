import type { BoardClock } from '@cyno/virtual-board';
import { expect, type Page } from '@playwright/test';
import { type BoardFamily, boardIdOf, startBoard } from './boards.ts';

type Addresses = { http: string; mqtt: string; mqtts: string };
/** Who set the product up. */
type Administrator = Pick<User, 'email' | 'token' | 'member'>;
const products = JSON.parse(process.env.CYNO_E2E ?? '[]') as (Addresses & { administrator: Administrator })[];

/** The running product that the global setup started for this worker; without one, as in the setup itself, it has no addresses. */
export const product = products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? {
  ...{ http: '', mqtt: '', mqtts: '' },
  administrator: { email: '', token: '', member: '' },
};

const password = 'Green-house-77';
let serial = 0;

/** Somebody with an account of their own. */
export interface User {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly member: string;
  readonly http: string;
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Connects a board with the account's connection key; it sends values twice a second. */
  board(options?: {
    kit?: 'climate' | 'soil' | 'power' | 'air' | 'tank';
    name?: string;
    family?: BoardFamily;
    intervalMs?: number;
    /** Where it fetches updates instead of from the product. */
    otaUrl?: string;
    clock?: BoardClock;
  }): ReturnType<typeof startBoard>;
}

/** Signs up and logs in over the API; `confirm` opens the link in the mail where the server sends mail. */
export async function newUser(
  at: { http: string; mqtts: string } = product,
  options: {
    setupCode?: string;
    name?: string;
    /** Default: an address made of `name` that no other run has. */
    email?: string;
    confirm?: (email: string) => Promise<unknown>;
  } = {},
): Promise<User> {
  serial += 1;
  const email = options.email ?? `${options.name ?? `user${serial}`}-${process.pid}@example.com`;
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const request = {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    let response = await fetch(new URL(path, at.http), request);
    // Too busy for a moment, which is no fault where many others want the processors.
    const isBusy = () => response.status === 503 && response.headers.has('retry-after');
    if (isBusy()) {
      const again = async () => {
        response = await fetch(new URL(path, at.http), request);
        return isBusy();
      };
      await expect.poll(again, { intervals: [5_000] }).toBe(false);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  await call('POST', '/api/auth/signup', {
    email,
    password,
    ...(options.setupCode && { setupCode: options.setupCode }),
  });
  await options.confirm?.(email);
  const login = await call('POST', '/api/auth/login', { email, password });
  const api = (method: string, path: string, body?: unknown) => call(method, path, body, login.access_token);
  return {
    email,
    password,
    token: login.access_token,
    member: login.member,
    http: at.http,
    api,
    async board({ kit = 'climate', name, family = 'esp32', ...pace } = {}) {
      const { connectionKey } = (await api('GET', '/api/pairing')) as { connectionKey: string };
      const espid = boardIdOf(family);
      const board = await startBoard({
        espid,
        family,
        kit,
        email,
        key: connectionKey,
        mqtts: at.mqtts,
        otaUrl: at.http,
        ...pace,
      });
      if (name) await api('PATCH', `/api/device/${encodeURIComponent(espid)}`, { name });
      return board;
    },
  };
}

/** Opens a page as a signed-in user, without going through the login form. */
export async function openAs(page: Page, user: User, path = '/device'): Promise<void> {
  await page.addInitScript(
    ({ token, email, member }) => {
      if (sessionStorage.getItem('e2e-signed-in')) return;
      sessionStorage.setItem('e2e-signed-in', '1');
      localStorage.setItem('accessToken', token);
      localStorage.setItem('userId', email);
      localStorage.setItem('member', member);
    },
    { token: user.token, email: user.email, member: user.member },
  );
  await page.goto(new URL(path, user.http).href);
}

/** Goes to another page of the app as a link does: without loading the app again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ ...history.state, key: to }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** Closes the dialog, or the sheet, that is open. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/**
 * Resolves when the server has confirmed whose session the page has, which opens after this call: from then on its end is announced on the
 * page.
 */
export const sessionKnown = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/auth/session') && response.ok());
