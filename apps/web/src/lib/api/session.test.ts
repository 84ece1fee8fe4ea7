import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The part of a browser that the session needs: storage and the event that other tabs cause. */
function browser(entries: Record<string, string>) {
  const items = new Map(Object.entries(entries));
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const window = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  const otherTab = (key: string | null, value?: string | null) => {
    if (key !== null && value) items.set(key, value);
    else if (key !== null) items.delete(key);
    else items.clear();
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value ?? null }));
  };
  return { items, otherTab };
}

const stored = { accessToken: 'secret', userId: 'a@example.com', member: 'admin' };

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe('a page that starts', () => {
  it('restores the session when token and user are there', async () => {
    browser(stored);
    const { getSession } = await import('./session.ts');
    expect(getSession()).toEqual(stored);
  });

  it.each([{ accessToken: 'secret' }, { userId: 'a@example.com' }, {}])(
    'is signed out with only %j',
    async (entries) => {
      browser(entries as Record<string, string>);
      const { getSession } = await import('./session.ts');
      expect(getSession()).toBeNull();
    },
  );

  it('takes any unknown kind of member for a user', async () => {
    browser({ ...stored, member: 'root' });
    const { getSession } = await import('./session.ts');
    expect(getSession()?.member).toBe('user');
  });

  it('works without storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { getSession, startSession } = await import('./session.ts');
    expect(getSession()).toBeNull();
    startSession({ ...stored, member: 'user' });
    expect(getSession()?.accessToken).toBe('secret');
  });
});

it('keeps the three values on login and clears them and those of the devices on log-out', async () => {
  const { items } = browser({ device: '[]', isLoaded: 'true', isChange: 'true', appearance: '{}' });
  const { endSession, lastSessionEnd, onSessionChange, startSession } = await import('./session.ts');
  const changes = vi.fn();
  onSessionChange(changes);

  startSession({ accessToken: 'new', userId: 'b@example.com', member: 'user' });
  expect(Object.fromEntries(items)).toMatchObject({ accessToken: 'new', userId: 'b@example.com', member: 'user' });

  endSession('logout');
  expect([...items.keys()]).toEqual(['appearance']);
  expect(lastSessionEnd()).toBe('logout');
  expect(changes).toHaveBeenCalledTimes(2);
});

describe('another tab', () => {
  it('that logs out logs this one out', async () => {
    const { otherTab } = browser(stored);
    const { followOtherTabs, getSession, lastSessionEnd } = await import('./session.ts');
    followOtherTabs();
    otherTab('accessToken');
    expect(getSession()).toBeNull();
    expect(lastSessionEnd()).toBe('logout');
  });

  it('that clears the storage logs this one out', async () => {
    const { otherTab } = browser(stored);
    const { followOtherTabs, getSession } = await import('./session.ts');
    followOtherTabs();
    otherTab(null);
    expect(getSession()).toBeNull();
  });

  it('that writes something else changes nothing', async () => {
    const { otherTab } = browser(stored);
    const { followOtherTabs, getSession, onSessionChange } = await import('./session.ts');
    const changes = vi.fn();
    onSessionChange(changes);
    followOtherTabs();
    otherTab('appearance', '{"theme":"dark"}');
    otherTab('accessToken', 'secret');
    expect(getSession()).toEqual(stored);
    expect(changes).not.toHaveBeenCalled();
  });

  it('is not followed any more after stopping', async () => {
    const { otherTab } = browser(stored);
    const { followOtherTabs, getSession } = await import('./session.ts');
    followOtherTabs()();
    otherTab('accessToken');
    expect(getSession()).toEqual(stored);
  });
});

describe('a session that the server ends', () => {
  const mine = { ...stored, member: 'admin' } as const;

  it('leaves nothing behind on a page without a response', async () => {
    browser(stored);
    const { endSession, pageOwner } = await import('./session.ts');
    endSession('expired');
    expect(pageOwner()).toBeNull();
  });

  it('interrupts a page that was, until its owner is back', async () => {
    const { items } = browser(stored);
    const { acceptSession, currentLoginSession, endSession, getSession, pageOwner, startSession } = await import(
      './session.ts'
    );
    acceptSession('secret');
    const loginSession = currentLoginSession();
    endSession('expired');
    expect([getSession(), pageOwner()]).toEqual([null, mine]);
    expect([...items.keys()]).toEqual([]);

    startSession({ ...mine, accessToken: 'new' });
    expect(pageOwner()?.accessToken).toBe('new');
    expect(currentLoginSession()).toBe(loginSession);
  });

  it('begins another login session with another account, and after a log-out', async () => {
    browser(stored);
    const { acceptSession, currentLoginSession, endSession, startSession } = await import('./session.ts');
    acceptSession('secret');
    endSession('expired');
    startSession({ accessToken: 'theirs', userId: 'b@example.com', member: 'user' });
    const second = currentLoginSession();
    expect(second).toBe(1);
    endSession('logout');
    startSession({ accessToken: 'again', userId: 'b@example.com', member: 'user' });
    expect(currentLoginSession()).toBe(2);
  });

  it('is given up for the login page, which still knows why', async () => {
    browser(stored);
    const { acceptSession, endSession, giveUpSession, lastSessionEnd, pageOwner } = await import('./session.ts');
    acceptSession('secret');
    endSession('expired');
    giveUpSession();
    expect([pageOwner(), lastSessionEnd()]).toEqual([null, 'expired']);
  });

  it('in another tab takes along what this one has stored since', async () => {
    const { items, otherTab } = browser(stored);
    const { followOtherTabs } = await import('./session.ts');
    followOtherTabs();
    items.set('last-values', 'what was shown').set('kiosk', 'what was shown');
    otherTab('sessionEnd', 'logout');
    expect([...items.keys()].filter((key) => key === 'last-values' || key === 'kiosk')).toEqual([]);
  });

  it('interrupts the other tabs too, and the first login continues in all of them', async () => {
    const { items, otherTab } = browser(stored);
    const { acceptSession, followOtherTabs, getSession, pageOwner } = await import('./session.ts');
    followOtherTabs();
    acceptSession('secret');
    otherTab('sessionEnd', 'expired');
    otherTab('accessToken');
    otherTab('userId');
    expect([getSession(), pageOwner()]).toEqual([null, mine]);

    items.set('userId', mine.userId);
    otherTab('accessToken', 'new');
    expect(getSession()?.accessToken).toBe('new');
  });

  it.each(['before', 'after'])('does not outweigh a log-out in another tab that is heard just %s it', async (order) => {
    const { otherTab } = browser(stored);
    const { acceptSession, endSession, followOtherTabs, lastSessionEnd, pageOwner } = await import('./session.ts');
    followOtherTabs();
    acceptSession('secret');
    if (order === 'before') otherTab('sessionEnd', 'logout');
    endSession('expired');
    if (order === 'after') otherTab('sessionEnd', 'logout');
    otherTab('accessToken');
    expect([pageOwner(), lastSessionEnd()]).toEqual([null, 'logout']);
  });
});
