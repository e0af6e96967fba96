import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunctionArgs,
  type RouteObject,
  redirect,
} from 'react-router-dom';
import { redirectAfterLogin, signInPath } from '#app/lib/redirect-after-login.ts';
import { hasStoredSession } from '#app/lib/stored-session.ts';
import { PublicLayout, RootLayout } from './shell/layouts.tsx';
import { NotFoundPage } from './shell/message-pages.tsx';
import { RouteError } from './ui/error-notice.tsx';

/** Leads back afterwards (specification, section 2). */
function requireSession({ request }: LoaderFunctionArgs) {
  return hasStoredSession() ? null : redirect(signInPath(new URL(request.url)));
}

function requireNoSession({ request }: LoaderFunctionArgs) {
  return hasStoredSession() ? redirect(redirectAfterLogin(new URL(request.url).searchParams)) : null;
}

/** Loads the user's data from this device at the same time. */
async function frame() {
  const { DashboardShell, prepareSession } = await import('./shell/dashboard-shell.tsx');
  await prepareSession();
  return { Component: DashboardShell };
}

/** Their texts are among the first ones of the language. */
const authPage = async (name: 'sign-in' | 'reset-password' | 'confirm-email') => ({
  Component: (await import('./features/sign-in/routes.tsx')).authPages[name],
});

const SCREENS = 'screens';

/** The route table of specification section 2, with /auth/confirm-email added. */
const routes: RouteObject[] = [
  {
    Component: RootLayout,
    errorElement: <RouteError />,
    children: [
      {
        loader: requireSession,
        // The frame itself leads to /auth when the session ends.
        shouldRevalidate: () => false,
        lazy: frame,
        children: [{ id: SCREENS, errorElement: <RouteError />, children: [] }],
      },
      {
        path: '/auth',
        Component: PublicLayout,
        children: [
          { index: true, loader: requireNoSession, lazy: () => authPage('sign-in') },
          { path: 'reset-password', lazy: () => authPage('reset-password') },
          { path: 'confirm-email', lazy: () => authPage('confirm-email') },
        ],
      },
      { Component: PublicLayout, children: [{ path: '*', Component: NotFoundPage }] },
    ],
  },
];

let hasScreens = false;

/**
 * Sign-in does not need their schemas.
 * @throws the error of the import; the next navigation tries again
 */
async function addScreens({ patch }: PatchRoutesOnNavigationFunctionArgs): Promise<void> {
  const { screens } = await import('./screens.tsx');
  if (hasScreens) return;
  hasScreens = true;
  patch(SCREENS, [...screens]);
}

export async function openRouter() {
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addScreens });
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        unsubscribe();
        resolve();
      });
    });
  }
  return router;
}
