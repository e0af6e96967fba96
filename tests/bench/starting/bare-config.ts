import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { projectRoot } from '../../support/project-root.ts';

/** Builds the bare page as the app is built: one file of code, precached by a service worker. */
export const barePageConfig = (outDir: string): InlineConfig => ({
  configFile: false,
  root: join(projectRoot, 'tests/bench/starting/bare'),
  logLevel: 'error',
  publicDir: false,
  plugins: [
    react(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{html,js}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api(\/|$)/],
        clientsClaim: true,
      },
    }),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
});
