import { type ComponentType, Fragment, StrictMode, startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { applyColorScheme } from '#app/lib/color-scheme.ts';
import { applyDigits, useDigits } from '#app/lib/digits.ts';
import { PENDING_SIGN_OUTS, STORAGE_KEYS, startsAtSignIn } from '#app/lib/initial-screen.ts';
import { captureInstallPrompt } from '#app/lib/install.ts';
import { firstTexts, startLanguage, useLanguage, withTexts } from '#app/lib/language.ts';
import { readLocal } from '#app/lib/local-storage.ts';
import { redirectAfterLogin } from '#app/lib/redirect-after-login.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { yieldToBrowser } from '#app/lib/work-in-slices.ts';
import { AppBoundary } from './shell/app-boundary.tsx';
import { FirstPaint } from './shell/first-paint.tsx';
import { LazyNotices } from './shell/lazy-notices.tsx';

/** Longest wait for an idle page, in milliseconds. */
const IDLE_TIMEOUT = 5_000;

interface ScreenProps {
  readonly onSignedIn: () => void;
}

/** Holds the loaded screen, or why it could not be loaded. */
type Loaded = { readonly Screen: ComponentType<ScreenProps> } | { readonly error: unknown };

/** Creates the style system on an idle page: neither sign-in nor the first rows need it, forms do. */
const prepareStylesWhenIdle = () =>
  void whenIdle(IDLE_TIMEOUT)
    .then(() => import('./theme/system.ts'))
    .then(({ prepareStyles }) => prepareStyles())
    .catch(() => undefined);

const loadRoutes = async (): Promise<Loaded> => {
  // Runs large files in tasks of their own, between which a tap is answered: the schemas, the style runtime, the frame.
  await import('#contract/fields.ts');
  await yieldToBrowser();
  await import('#contract/resources/registry.ts');
  await yieldToBrowser();
  await import('./theme/style-provider.tsx');
  await yieldToBrowser();
  const { openRoutedApp } = await import('./routes.tsx');
  await yieldToBrowser();
  return { Screen: await openRoutedApp() };
};
const loadSignIn = async (): Promise<Loaded> => {
  const { SignInStart } = await import('./features/sign-in/sign-in-start.tsx');
  return { Screen: SignInStart };
};
/** Loads a screen beside the texts of the language and the digits that it shows first. */
async function loaded(load: () => Promise<Loaded>): Promise<Loaded> {
  const texts = Promise.all([firstTexts(), applyDigits().catch(() => undefined)]);
  const screen = await load().catch((error: unknown): Loaded => ({ error }));
  await texts;
  return screen;
}

function Shown({ screen, onSignedIn }: ScreenProps & { readonly screen: Loaded | undefined }) {
  if (!screen) return <FirstPaint />;
  if ('error' in screen) throw screen.error;
  return <screen.Screen onSignedIn={onSignedIn} />;
}

/**
 * Renders the sign-in page alone, or the routed app. Router, schemas and device databases load after sign-in,
 * which saves 100 KB before a user can type. The routed app has the same pages at /auth. Another language or other digits render
 * everything anew: what was typed into a form is offered again as its draft.
 */
function App({ first }: { readonly first: Loaded }) {
  const [screen, setScreen] = useState<Loaded | undefined>(first);
  const language = useLanguage();
  const digits = useDigits();
  const enter = () => {
    history.replaceState(null, '', redirectAfterLogin(new URLSearchParams(location.search)));
    setScreen(undefined);
    void loaded(loadRoutes).then((next) => {
      startTransition(() => setScreen(next));
      prepareStylesWhenIdle();
    });
  };
  return (
    <AppBoundary key={language + digits}>
      <Shown screen={screen} onSignedIn={enter} />
      <LazyNotices />
    </AppBoundary>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

applyColorScheme();
startLanguage([
  async () => (await import('./arabic/start.ts')).start,
  async () => (await import('./arabic/rest.ts')).rest,
]);
captureInstallPrompt();

/**
 * Loads the style runtime for every page of the development server, which compiles no styles. The build loads it
 * with the routes: the pages before sign-in have compiled styles alone (decision 127).
 */
const stylesOfDevelopment = async () =>
  import.meta.env.DEV ? (await import('./theme/style-provider.tsx')).StyleProvider : Fragment;

// Renders nothing before the screen has loaded: index.html shows the logo, or the skeleton of sign-in. React would
// hold back the content that follows a Suspense fallback for 300 ms.
const reactRoot = createRoot(root);
async function start(): Promise<void> {
  const [first, Styles] = await Promise.all([
    loaded(startsAtSignIn() ? loadSignIn : loadRoutes),
    stylesOfDevelopment(),
  ]);
  // Renders in slices, between which a tap is answered.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <Styles>
          <App first={first} />
        </Styles>
      </StrictMode>,
    ),
  );
}
// Begins after this file has run: what watches the page notes the calls that lead to a request, and Chromium
// parses all of the file again to name its line, if it is among them.
queueMicrotask(() => void start());

/**
 * Encrypts what signed-out users left, where a page starts before sign-in: a crash came between, or a session
 * ended. Signed in, the later services do it.
 */
async function encryptLeftRecords(): Promise<void> {
  await whenIdle(IDLE_TIMEOUT);
  if (!startsAtSignIn() || readLocal(STORAGE_KEYS) === undefined) return;
  const { keepLeftRecordsEncrypted } = await import('./shell/encrypt-left-records.ts');
  keepLeftRecordsEncrypted();
}

/** Sends the sign-outs of an earlier visit. */
async function sendPendingSignOuts(): Promise<void> {
  if (readLocal(PENDING_SIGN_OUTS) === undefined) return;
  const loaded = await import('./api/pending-sign-outs.ts').catch(() => undefined);
  await loaded?.sendSignOuts();
}

// Starts after the first page has loaded.
function startLater(): void {
  void sendPendingSignOuts();
  void encryptLeftRecords().catch(() => undefined);
  // The other texts of the language, after the first rows.
  void whenIdle(IDLE_TIMEOUT)
    .then(() => withTexts(() => import('./shell/after-start.ts')))
    .then(({ startAfterFirstRows }) => startAfterFirstRows())
    .catch(() => undefined);
  if (!startsAtSignIn()) prepareStylesWhenIdle();
}
window.addEventListener('load', startLater, { once: true });
