import { readdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { BACKGROUND_EVENTS, BACKGROUND_SENDER, backgroundWorker } from './src/build/background-worker.ts';
import { compileAhead } from './src/build/compile-ahead.ts';
import { buildTargets } from './src/build/oldest-browsers.ts';
import { preloadFirstScreen } from './src/build/preload-first-screen.ts';

const APP = 'dist/app';

/** The whole app on the device, and every navigation answered from there; the API is never touched. */
const serviceWorker: Partial<VitePWAOptions> = {
  registerType: 'prompt',
  // Registered by src/app/lib/app-update.ts: the plugin's own inline script would break the security policy.
  injectRegister: null,
  manifest: false,
  workbox: {
    globPatterns: ['**/*.{html,js,css,svg,png,webmanifest}'],
    globIgnores: ['pictures/**', BACKGROUND_EVENTS, `${BACKGROUND_SENDER}*`],
    importScripts: [BACKGROUND_EVENTS],
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/api(\/|$)/],
    cleanupOutdatedCaches: true,
    // The first visit can go offline at once; a new version still waits to be accepted.
    clientsClaim: true,
  },
};

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a .br and a .gz beside every text file of the build, so that the server compresses nothing itself. */
function precompress(): Plugin {
  let built = APP;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build }) {
      built = build.outDir;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const names = await readdir(built, { recursive: true });
        const texts = names.filter((name) => /\.(html|js|css|svg|webmanifest)$/.test(name));
        await Promise.all(
          texts.map(async (name) => {
            const path = join(built, name);
            const content = await readFile(path);
            for (const [ending, compress] of Object.entries(compressors)) {
              await writeFile(`${path}.${ending}`, await compress(content));
            }
          }),
        );
      },
    },
  };
}

const packages = (...names: string[]) => new RegExp(`node_modules/(?:${names.join('|')})/`);

const app = (path: string) => new RegExp(`src/app/${path}$`);

/** Groups modules into the files that are loaded together: many small files compress badly. What they import statically follows. */
const chunks = [
  // Loaded first; in the browser's cache from one version to the next.
  { name: 'packages', priority: 5, test: packages('react', 'react-dom', 'scheduler', 'react-router') },
  {
    // Loaded first: the style runtime and the parts of Chakra that every page uses.
    name: 'styles',
    priority: 4,
    test: /node_modules\/(?:@emotion|stylis|react-is|hoist-non-react-statics|@pandacss)\/|@chakra-ui\/react\/dist\/esm\/(?:styled-system|utils)|@chakra-ui\/react\/dist\/esm\/(?:components\/)?[a-z-]+\.js|@chakra-ui\/react\/dist\/esm\/components\/(?:box|button|field|flex|icon|input|link|spinner|text)\/|src\/app\/theme\//,
  },
  // Loaded first: the entry point and the route table.
  {
    name: 'start',
    priority: 3,
    test: /src\/app\/(?:main\.tsx|ui\/callout\.tsx|lib\/database-exists\.ts)$|lucide-react\/dist\/esm\/(?:[a-zA-Z]+|icons\/(?:circle-(?:alert|check|exclamation-point)|clock|cloud-off))\.mjs/,
  },
  // Loaded after sign-in: the frame, queries, schemas and the optimistic overlay.
  { name: 'signed-in', priority: 2, test: app('(?:screens|shell/dashboard-shell)\\.tsx') },
  // Loaded with every list: its page, table, cards, toolbar and cells.
  { name: 'list', priority: 1, test: app('resources/resource-list-page\\.tsx') },
];

const appConfig: UserConfig = {
  plugins: [
    react(),
    preloadFirstScreen('branch-desk.session'),
    compileAhead(chunks.map(({ name }) => name)),
    backgroundWorker(),
    VitePWA(serviceWorker),
    precompress(),
  ],
  build: {
    outDir: APP,
    cssCodeSplit: false,
    target: buildTargets,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 8080}` } },
  preview: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 8080}` } },
};

/** Returns the server's modules by name: each becomes a file of the same path. */
function serverModules(): Record<string, string> {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.ts') && file !== 'build-if-needed.ts');
  return Object.fromEntries(modules.map((file) => [file.replace(/\.ts$/, ''), join('src/server', file)]));
}

/**
 * Translates the server file by file (decision 149). Nothing is bundled or left out: what runs is what the tests have run. Without
 * `minify: false` calls whose result is not used are left out where a bundler takes them for pure.
 */
const server: UserConfig = {
  publicDir: false,
  build: {
    outDir: 'dist/server',
    target: 'node20',
    ssr: true,
    rolldownOptions: {
      input: serverModules(),
      treeshake: false,
      output: { minify: false, preserveModules: true, preserveModulesRoot: 'src/server' },
    },
  },
};

/** `vite build` makes the app, `vite build --ssr` the server. */
export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : appConfig));
