import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { startAppWorker } from '../lib/browser/app-worker.ts';
import { allowEmptyHtml } from '../lib/browser/empty-html.ts';
import { followInstallOffer } from '../lib/browser/install.ts';
import { startLanguage } from '../lib/language/language.ts';
import { basePath } from '../lib/router/base-path.ts';
import { historyBelow } from '../lib/router/history-below.ts';
import { PageProvider } from '../lib/router/page-provider.tsx';
import { createPageRouter } from '../lib/router/page-router.ts';
import '../ui/shell/gate.css';
import '../ui/shell/shell-frame.css';
import '../ui/cards/skeleton.css';
import '../ui/cards/card.css';
import '../ui/theme/base.css';
import './first-paint.css';
import { InLanguage } from './in-language.tsx';
import { appRoutes } from './router.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element #root.');

// Long enough for the browser to have drawn both: taking the frame away earlier would make it blink.
const firstPaintMs = 1500;
const root = createRoot(place);
const isFramed = window.parent !== window;
const router = createPageRouter(appRoutes(isFramed), historyBelow(basePath, createBrowserHistory()));

function render() {
  root.render(
    <StrictMode>
      <InLanguage>
        <PageProvider router={router} />
      </InLanguage>
    </StrictMode>,
  );
  setTimeout(() => {
    for (const frame of document.querySelectorAll('.first-paint')) frame.remove();
  }, firstPaintMs);
}

// On the first visit the worker fetches the whole app, for which the values of a page on a slow line would wait.
const firstWorkerMs = 5_000;

/** What nobody waits for. A page within another site has nothing to start without it. */
function startLater() {
  const isFirst = !navigator.serviceWorker?.controller;
  if (import.meta.env.PROD && !isFramed) setTimeout(() => void startAppWorker(), isFirst ? firstWorkerMs : 0);
  void import('./page-views.ts').then(
    ({ sendPageViews }) => sendPageViews(router),
    // The connection was lost: views are not counted.
    () => undefined,
  );
}

allowEmptyHtml();
followInstallOffer();

window.addEventListener('load', () => {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(startLater);
  else setTimeout(startLater, firstPaintMs);
});

// Rendering before the first page is there would only draw nothing.
void Promise.all([startLanguage(), router.start()]).then(render);
