import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.CYNO_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    // The policy `style-src 'self'` and `font-src 'self'` refuses data: URLs, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/docs': server,
    },
  },
});
