import type { Plugin, Rolldown } from 'vite';
import { resourceNames } from '#contract/resource-names.ts';
import { resources } from '#contract/resources/registry.ts';

/** Modules that a signed-in page needs whatever its address is. */
const FRAME = ['src/app/screens.tsx', 'src/app/shell/dashboard-shell.tsx'];
/** The module of the device's databases: only where the files are on the device too, else it competes with them. */
const DEVICE = 'src/app/shell/local-services.ts';
const LIST = 'src/app/resources/resource-list-page.tsx';
const DASHBOARD = 'src/app/features/dashboard/dashboard-page.tsx';
const SIGN_IN = 'src/app/features/sign-in/routes.tsx';
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

/** Returns the script of the page, which has its language by then. It uses no names from outside. */
const script = (session: string, files: Readonly<Record<string, readonly string[]>>) => `
(() => {
  const { signIn, arabic, frame, device, list, dashboard } = ${JSON.stringify(files)};
  let isSignedIn = false;
  try {
    isSignedIn = localStorage.getItem(${JSON.stringify(session)}) !== null;
  } catch {
    // Without storage nobody is signed in.
  }
  const lists = ${JSON.stringify(resourceNames.map((name) => resources[name].screens.list))};
  const page = location.pathname === '/' ? dashboard : lists.includes(location.pathname) ? list : [];
  const services = navigator.serviceWorker?.controller ? device : [];
  const wanted = [...(document.documentElement.lang === 'ar' ? arabic : []), ...(isSignedIn ? [...frame, ...page, ...services] : signIn)];
  for (const file of wanted) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  }
})();`;

/**
 * Adds a script to the page that requests the files of the first screen, before or after sign-in, and Arabic texts, while
 * the first file still runs. Otherwise each file is asked for when the one before it has run, which a slow tablet feels.
 * @param session the localStorage key of the session
 */
export function preloadFirstScreen(session: string): Plugin {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file] as const] : [],
          ),
        );
        const first = filesOf(['src/app/main.tsx'], chunks);
        const beyond = (...modules: string[]) =>
          [...filesOf(modules, chunks)].filter((file) => !first.has(file));
        const children = script(session, {
          signIn: beyond(SIGN_IN),
          arabic: beyond(ARABIC),
          frame: beyond(...FRAME),
          device: beyond(DEVICE),
          list: beyond(LIST),
          dashboard: beyond(DASHBOARD),
        });
        // Before the style sheet, which holds up the scripts after it.
        return html.replace('<script type="module"', `<script>${children}</script>\n    $&`);
      },
    },
  };
}
