import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { endSession } from '../src/lib/session.ts';
import '../src/ui/card.css';
import '../src/ui/shell/gate.css';
import '../src/ui/theme/base.css';

// The files share this module, which cleans up by itself after the first one only.
afterEach(cleanup);
afterEach(() => {
  endSession('logout');
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
