import { afterEach, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { endSession, startSession } from '../src/lib/api/session.ts';
import { chooseLanguage } from '../src/lib/language/language.ts';
import { changeAppearance, defaultAppearance } from '../src/ui/shell/appearance.ts';
import { knowDefaultConfig } from './shell.ts';
import '../src/ui/cards/card.css';
import '../src/ui/shell/gate.css';
import '../src/ui/theme/base.css';

declare module 'vitest/browser' {
  // Its own types come with those of Node, which no component may use.
  interface CDPSession {
    send(method: string, parameters: object): Promise<unknown>;
  }
}

// The files of a run share the modules of the app, with what these know.
beforeAll(knowDefaultConfig);
afterEach(async () => {
  try {
    // By itself this is done after the first file only.
    await cleanup();
  } finally {
    // Why a session ended before is forgotten with another one.
    startSession({ accessToken: 't', userId: 'a@example.com', member: 'user' });
    endSession('logout');
    changeAppearance(defaultAppearance);
    history.replaceState(null, '', location.pathname + location.search);
    await chooseLanguage('en');
    localStorage.clear();
    sessionStorage.clear();
    // Where one test left the pointer the next one would be hovered over.
    await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1439, y: 899 });
  }
});
