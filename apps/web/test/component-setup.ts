import { afterEach } from 'vitest';
import { cdp } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { endSession } from '../src/lib/api/session.ts';
import { chooseLanguage } from '../src/lib/language/language.ts';
import '../src/ui/cards/card.css';
import '../src/ui/shell/gate.css';
import '../src/ui/theme/base.css';

declare module 'vitest/browser' {
  // Its own types come with those of Node, which no component may use.
  interface CDPSession {
    send(method: string, parameters: object): Promise<unknown>;
  }
}

// The files share this module, which cleans up by itself after the first one only.
afterEach(cleanup);
// Where one test left the pointer the next one would be hovered over.
afterEach(() => cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1439, y: 899 }));
afterEach(() => chooseLanguage('en'));
afterEach(() => {
  endSession('logout');
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
