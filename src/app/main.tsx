// First: schemas are built after it.
import './lib/zod-config.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { applyColorScheme } from '#app/lib/color-scheme.ts';
import { applyDigits, useDigits } from '#app/lib/digits.ts';
import { whenIdle } from '#app/lib/idle-work.ts';
import { captureInstallPrompt } from '#app/lib/install.ts';
import { firstTexts, startLanguage, useLanguage, withTexts } from '#app/lib/language.ts';
import { SIGN_IN_PATH } from '#app/lib/redirect-after-login.ts';
import { hasStoredSession } from '#app/lib/stored-session.ts';
import { takeLinkToken } from './features/sign-in/link-page.tsx';
import { openRouter } from './routes.tsx';
import { LazyNotices } from './shell/lazy-notices.tsx';
import { StyleProvider } from './theme/style-provider.tsx';
import { AppBoundary } from './ui/error-notice.tsx';

/** Milliseconds to wait for an idle page. */
const IDLE_TIMEOUT = 5_000;

/** Another language or other digits render everything again; input of a form is then offered again. */
function App({ router }: { readonly router: Awaited<ReturnType<typeof openRouter>> }) {
  const language = useLanguage();
  const digits = useDigits();
  return (
    <AppBoundary key={language + digits}>
      <RouterProvider router={router} />
      <LazyNotices />
    </AppBoundary>
  );
}

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

/** Waits for the first screen and its texts; until then index.html shows the logo. */
async function start(): Promise<void> {
  const [router] = await Promise.all([openRouter(), firstTexts(), applyDigits().catch(() => undefined)]);
  root.render(
    <StrictMode>
      <StyleProvider>
        <App router={router} />
      </StyleProvider>
    </StrictMode>,
  );
}

applyColorScheme();
startLanguage([
  async () => (await import('./arabic/start.ts')).start,
  async () => (await import('./arabic/rest.ts')).rest,
  async () => (await import('./arabic/office.ts')).office,
]);
captureInstallPrompt();
// Else the frame of the signed-in pages would load before it leads there.
if (location.pathname === '/' && !hasStoredSession()) history.replaceState(null, '', SIGN_IN_PATH);
// The token of a link in a mail leaves the address bar at once.
takeLinkToken();
// In older browsers index.html says that they are too old.
if (!document.documentElement.classList.contains('too-old')) {
  document.querySelector('.older-browser')?.remove();
  void start();
}

window.addEventListener(
  'load',
  () =>
    void whenIdle(IDLE_TIMEOUT)
      .then(() => withTexts(() => import('./shell/after-start.ts')))
      .then(({ startAfterFirstRows }) => startAfterFirstRows())
      .catch(() => undefined),
  { once: true },
);
