import { readdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { compileAhead } from './src/build/compile-ahead.ts';
import { arabicManifest, manifests } from './src/build/manifests.ts';
import { preloadFirstScreen } from './src/build/preload-first-screen.ts';
import { staticStyles } from './src/build/static-styles.ts';

const APP = 'dist/app';
/** The whole app on the device, and every navigation answered from there; the API is never touched. */
const serviceWorker: Partial<VitePWAOptions> = {
  registerType: 'prompt',
  // Registered by src/app/lib/app-update.ts: the plugin's own inline script would break the security policy.
  injectRegister: null,
  manifest: manifests.en,
  includeManifestIcons: false,
  workbox: {
    globPatterns: ['**/*.{html,js,css,svg,png,webmanifest}'],
    globIgnores: ['pictures/**'],
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

/** zod tries whether it may write code at run time. The security policy forbids that, and browsers report the try as an attack. */
function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/zod\/v4\/core\/core\.js$/ },
      handler: (code) => ({ code: `${code}\nconfig({ jitless: true });`, map: null }),
    },
  };
}

const packages = (...names: string[]) => new RegExp(`node_modules/(?:${names.join('|')})/`);

const app = (path: string) => new RegExp(`src/app/${path}`);

/**
 * Groups modules into the files that are loaded together: each group names its root modules or folders, and what these
 * import statically follows. Many small files compress badly. docs/architecture.md explains the order of loading.
 */
const chunks = [
  {
    // Loaded first. A file of its own: it stays in the browser's cache from one version to the next.
    name: 'react',
    priority: 4,
    test: [packages('react', 'react-dom', 'scheduler')],
  },
  {
    // Loaded first: the entry point. The pages before sign-in have compiled styles alone.
    name: 'start',
    priority: 3,
    test: [
      /@ark-ui\/react\/dist\/(?:components\/(?:field|factory)|utils)/,
      packages('@zag-js/(?:anatomy|auto-resize)'),
      app('theme/colors'),
      app('main.tsx'),
      // Empty here: their rules are in the one style sheet.
      /virtual:static-styles\//,
      // Shared by the pages before sign-in, or toasts and the update prompt above them, and the frame after it.
      /src\/contract\/(?:messages|money)\./,
      app(
        '(?:api/connection|lib/database-exists|lib/secure-context|lib/update-guard|lib/when-idle|ui/callout|ui/field-error|ui/public-shell|ui/save-bar-room)\\.',
      ),
      /lucide-react\/dist\/esm\/(?:[a-zA-Z]+|icons\/(?:circle-(?:alert|check|exclamation-point)|clock|cloud-off))\.mjs/,
    ],
  },
  {
    // Loaded with the first screen after sign-in: the style runtime and the parts of Chakra that every page uses.
    name: 'styles',
    priority: 2,
    test: [
      packages('@emotion', 'stylis', 'react-is', 'hoist-non-react-statics', '@pandacss'),
      packages('@chakra-ui/react/dist/esm/(?:styled-system|utils)'),
      /@chakra-ui\/react\/dist\/esm\/(?:components\/)?[a-z-]+\.js/,
      /@chakra-ui\/react\/dist\/esm\/components\/(?:absolute-center|box|button|center|field|flex|group|icon|input|link|loader|spinner|text)\//,
      app('theme/(?:style-provider|system|recipes/(?:button|display|input|overlay))'),
    ],
  },
  {
    // Requested with `signed-in` and run before it, in tasks of their own: building the schemas takes long.
    name: 'fields',
    priority: 1.6,
    test: [packages('zod'), /src\/contract\/fields\.ts$/],
  },
  { name: 'resources', priority: 1.5, test: [/src\/contract\/resources\/registry\.ts$/] },
  {
    // Loaded with the first screen after sign-in: the route table, the frame, queries and the optimistic overlay.
    name: 'signed-in',
    priority: 1,
    test: [packages('react-router', 'react-router-dom'), app('routes.tsx'), app('shell/dashboard-shell.tsx')],
  },
  {
    // Loaded with every list: its page, table, cards, toolbar and cells, one file instead of twenty.
    name: 'list',
    priority: 0,
    test: [app('resources/resource-list-page.tsx')],
  },
  {
    // Loaded beside the first list: the databases of the device and the engine that sends entries.
    name: 'on-device',
    priority: 0,
    test: [
      packages('dexie'),
      app('shell/local-services.ts'),
      app('outbox/sender/(?!check-first|after-restore|send-approved|send-directly)'),
    ],
  },
  {
    // Loaded with every form, and with the screen that takes payments: small inputs, one file instead of five.
    name: 'inputs',
    priority: 0,
    test: [app('(?:fields/(?:choice|reference|reference-options|field-frame)|drafts/draft-writer)\\.')],
  },
];

const appConfig: UserConfig = {
  plugins: [
    staticStyles(),
    react({ jsxImportSource: '#jsx' }),
    withoutEval(),
    preloadFirstScreen('branch-desk.session'),
    compileAhead(chunks.map(({ name }) => name)),
    VitePWA(serviceWorker),
    arabicManifest(),
    precompress(),
  ],
  // Leaves out imports that only compiled elements used: else their modules would be taken for needed.
  oxc: { typescript: { onlyRemoveTypeImports: false } },
  build: {
    outDir: APP,
    cssCodeSplit: false,
    cssTarget: ['chrome94', 'firefox93', 'safari15.4'],
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunks.map(({ test, ...group }) => ({
            ...group,
            test: (id: string) => test.some((part) => part.test(id)),
          })),
        },
      },
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
