import type { Plugin, Rolldown } from 'vite';
import { resourceNames } from '#contract/resource-names.ts';
import { resources } from '#contract/resources/registry.ts';

/** Modules that a signed-in page needs whatever its address is. */
const FRAME = ['src/app/routes.tsx', 'src/app/shell/dashboard-shell.tsx'];
/** The module of the device's databases: only where the files are on the device too, else it competes with them. */
const DEVICE = 'src/app/shell/local-services.ts';
const LIST = 'src/app/resources/resource-list-page.tsx';
const DASHBOARD = 'src/app/features/dashboard/dashboard-page.tsx';
/** The page of whoever is not signed in. */
const SIGN_IN = 'src/app/features/sign-in/sign-in-start.tsx';
/** The addresses that begin with it, as src/app/lib/initial-screen.ts decides. */
const SIGN_IN_PATHS = ['/', '/auth', '/auth/reset-password', '/auth/confirm-email'];
/** Those of them that begin with the skeleton in index.html. */
const SKELETON_PATHS = ['/', '/auth'];
/** The Arabic texts of sign-in and the first list. */
const ARABIC = 'src/app/arabic/start.ts';

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Returns the files of these modules with all that they import statically. */
function filesOf(modules: readonly string[], chunks: Chunks): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  for (const module of modules) {
    const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`No file of the build holds ${module}.`);
    add(chunk);
  }
  return files;
}

/** Names the files to request. */
interface Preloaded {
  readonly signIn: readonly string[];
  readonly arabic: readonly string[];
  readonly frame: readonly string[];
  readonly device: readonly string[];
  readonly list: readonly string[];
  readonly dashboard: readonly string[];
}

/** Returns the script of the page, which has its language by then. It uses no names from outside. */
const script = (session: string, files: Preloaded) => `
(() => {
  const { signIn, arabic, frame, device, list, dashboard } = ${JSON.stringify(files)};
  const wanted = document.documentElement.lang === 'ar' ? arabic : [];
  let session = null;
  try {
    session = localStorage.getItem(${JSON.stringify(session)});
  } catch {
    // Without storage nobody is signed in.
  }
  if (session !== null) {
    const lists = ${JSON.stringify(resourceNames.map((name) => resources[name].screens.list))};
    const page = location.pathname === '/' ? dashboard : lists.includes(location.pathname) ? list : [];
    wanted.push(...frame, ...page, ...(navigator.serviceWorker?.controller ? device : []));
  } else if (${JSON.stringify(SIGN_IN_PATHS)}.includes(location.pathname)) {
    wanted.push(...signIn);
    document.documentElement.classList.toggle('at-sign-in', ${JSON.stringify(SKELETON_PATHS)}.includes(location.pathname));
  }
  for (const file of wanted) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.href = '/' + file;
    document.head.append(link);
  }
})();`;

/** Begins the tags that load the app's first files. */
const ENTRY = /<script type="module"|<link rel="modulepreload"/g;

/**
 * Adds a script to the page that requests the files of the first screen, before or after sign-in, and Arabic texts, while
 * the first file still runs. Otherwise each file is asked for when the one before it has run, which a slow tablet feels.
 * It stands before the style sheet, which holds up the scripts after it. What it requests does not compete with that
 * sheet: the skeleton of the page is painted first (decision 127).
 * @param session the localStorage key of the session
 */
export function preloadFirstScreen(session: string): Plugin {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }): string {
        const chunks = new Map(
          Object.values(bundle ?? {}).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file] as const] : [],
          ),
        );
        const first = filesOf(['src/app/main.tsx'], chunks);
        const beyond = (modules: readonly string[], loaded: ReadonlySet<string>) =>
          [...filesOf(modules, chunks)].filter((file) => !loaded.has(file));
        const framed = new Set([...first, ...filesOf(FRAME, chunks)]);
        const children = script(session, {
          signIn: beyond([SIGN_IN], first),
          arabic: beyond([ARABIC], first),
          frame: beyond(FRAME, first),
          device: beyond([DEVICE], framed),
          list: beyond([LIST], framed),
          dashboard: beyond([DASHBOARD], framed),
        });
        const start = html.search(ENTRY);
        if (start < 0) throw new Error('index.html loads no module.');
        const loading = html.slice(start).replace(ENTRY, '$& fetchpriority="low"');
        return `${html.slice(0, start)}<script>${children}</script>\n    ${loading}`;
      },
    },
  };
}
