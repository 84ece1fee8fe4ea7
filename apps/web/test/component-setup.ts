import { afterEach } from 'vitest';
import { endSession } from '../src/lib/session.ts';
import '../src/ui/card.css';
import '../src/ui/shell/gate.css';
import '../src/ui/theme/base.css';

afterEach(() => {
  endSession('logout');
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
