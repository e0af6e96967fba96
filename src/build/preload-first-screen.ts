import type { Plugin, Rolldown } from 'vite';
import { resourceNames } from '#contract/resource-names.ts';
import { resources } from '#contract/resources/registry.ts';

const FRAME = ['src/app/screens.tsx', 'src/app/shell/dashboard-shell.tsx'];
/** The device's databases: only preloaded where the files are on the device too, because it would compete with them. */
const DEVICE = 'src/app/shell/local-services.ts';
const LIST = 'src/app/resources/resource-list-page.tsx';
const DASHBOARD = 'src/app/features/dashboard/dashboard-page.tsx';
const SIGN_IN = 'src/app/features/sign-in/routes.tsx';
const ARABIC = 'src/app/arabic/start.ts';

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

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

/** Runs once the page has its language. Uses no names from outside. */
const script = (session: string, files: Readonly<Record<string, readonly string[]>>) => `
(() => {
  const { signIn, arabic, frame, device, list, dashboard } = ${JSON.stringify(files)};
  let isSignedIn = false;
  try {
    isSignedIn = localStorage.getItem(${JSON.stringify(session)}) !== null;
  } catch {
    // Without storage there is no session.
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
 * A script requests the files of the first screen, before or after sign-in, and Arabic texts, while the first file
 * still runs. Otherwise each file is requested when the one before it has run, which is slow on a tablet.
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
