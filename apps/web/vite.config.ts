import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoad } from './build/first-load/first-load-plugin.ts';
import { messages } from './build/messages-plugin.ts';
import { reactAriaTexts } from './build/react-aria-plugin.ts';
import { serviceWorker } from './build/service-worker-plugin.ts';

const server = process.env.CYNO_SERVER ?? 'http://127.0.0.1:3000';

const sourcePlugins = () => [messages(), reactAriaTexts(import.meta.dirname), react()];

export default defineConfig({
  // Files find each other also where the server is below a path. The plugin of the first load gives index.html absolute ones.
  base: './',
  plugins: [...sourcePlugins(), firstLoad(import.meta.dirname, sourcePlugins), serviceWorker(import.meta.dirname)],
  build: {
    target: 'baseline-widely-available',
    // The policy `style-src 'self'` and `font-src 'self'` refuses data: URLs, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first load names every file: a sign less of each makes the login page lighter.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  server: {
    // The host stays the page's: the server refuses calls and live connections of other origins.
    proxy: {
      '/api': { target: server, ws: true },
      ...Object.fromEntries(['/docs', '/metrics', '/healthz', '/readyz'].map((path) => [path, { target: server }])),
    },
  },
});
