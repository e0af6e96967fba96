import type { ComponentType, ReactElement } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  RouterProvider,
  redirect,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom';
import { currentOwner } from '#app/api/session.ts';
import { withTexts } from '#app/lib/language.ts';
import { page } from '#app/lib/page-route.ts';
import { redirectAfterLogin, signInPath } from '#app/lib/redirect-after-login.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Operation } from '#contract/record-permissions.ts';
import { attachedNames, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { customForms } from './form-registry.ts';
import { PermittedScreen } from './resources/permitted-screen.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PublicLayout } from './shell/public-layout.tsx';
import { RootLayout } from './shell/root-layout.tsx';
import { RouteError } from './shell/route-error.tsx';
import { prepareSession } from './shell/session-provider.tsx';
import { StyleProvider } from './theme/style-provider.tsx';

/** Loads a part of the app's start, whose texts are there already. */
function startPart<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await load())[name] });
}

/** Redirects to /auth without a signed-in owner, and back here afterwards (specification, section 2). */
function requireOwner({ request }: LoaderFunctionArgs) {
  return currentOwner() ? null : redirect(signInPath(new URL(request.url)));
}

/**
 * Returns whether the owner must be asked for again. Not for another page or filter of the same screen: while a
 * loader runs, the router renders all that shows the address twice.
 */
const isOtherScreen = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname || !currentOwner();

function requireNobody({ request }: LoaderFunctionArgs) {
  return currentOwner() ? redirect(redirectAfterLogin(new URL(request.url).searchParams)) : null;
}

const list = (resource: Resource) => async () => {
  const { ResourceListPage } = await import('#app/resources/resource-list-page.tsx');
  return {
    Component: () => (
      <PermittedScreen resource={resource} operation="read">
        {(visible) => <ResourceListPage resource={visible} />}
      </PermittedScreen>
    ),
  };
};

const form = (resource: Resource, operation: Operation) => async () => {
  const [{ ResourceFormPage }, Form] = await withTexts(() =>
    Promise.all([import('#app/resources/resource-form-page.tsx'), customForms[resource.name]?.()]),
  );
  return {
    Component: () => (
      <PermittedScreen resource={resource} operation={operation}>
        {(visible) => <ResourceFormPage resource={visible} Form={Form} />}
      </PermittedScreen>
    ),
  };
};

function screensOf(resource: Resource): RouteObject[] {
  const { list: path, add, edit } = resource.screens;
  return [
    { path, lazy: list(resource) },
    { path: `${path}/${add}`, lazy: form(resource, 'create') },
    { path: `${path}/${edit}/:id`, lazy: form(resource, 'change') },
  ];
}

/** The forms of a resource that has no list of its own. */
const formsOf = (resource: Resource): RouteObject[] => screensOf(resource).slice(1);

/** The dashboard, lists and forms; what else there is follows from feature-screens.ts. */
const screens: readonly RouteObject[] = [
  { path: '/', lazy: page(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  ...resourceNames.flatMap((name) => screensOf(resourceOf(name))),
  ...attachedNames.flatMap((name) => formsOf(resourceOf(name))),
];

/** The id of the route whose children are the screens. */
const SCREENS = 'screens';

const areaOf = (path = '') => path.split('/')[1];

/** Returns the screens of the address' area: "/students" and its forms. */
const screensAt = (address: string) => screens.filter(({ path }) => areaOf(path) === areaOf(address));

/**
 * The route table of specification section 2, with /sync, /coming-soon and /auth/confirm-email added; of the
 * screens those of one area.
 */
const routesAt = (address: string): RouteObject[] => [
  {
    Component: RootLayout,
    errorElement: <RouteError />,
    children: [
      {
        loader: requireOwner,
        shouldRevalidate: isOtherScreen,
        lazy: startPart(() => import('./shell/dashboard-shell.tsx'), 'DashboardShell'),
        children: [{ id: SCREENS, errorElement: <RouteError />, children: screensAt(address) }],
      },
      {
        path: '/auth',
        Component: PublicLayout,
        children: [
          {
            index: true,
            loader: requireNobody,
            lazy: startPart(() => import('./features/sign-in/sign-in-route.tsx'), 'SignInRoute'),
          },
          {
            path: 'reset-password',
            lazy: page(() => import('./features/sign-in/reset-password-route.tsx'), 'ResetPasswordRoute'),
          },
          {
            path: 'confirm-email',
            lazy: page(() => import('./features/sign-in/confirm-email-route.tsx'), 'ConfirmEmailRoute'),
          },
        ],
      },
      { Component: PublicLayout, children: [{ path: '*', Component: NotFoundPage }] },
    ],
  },
];

/** Longest wait for an idle page before the other screens are added, in milliseconds. */
const LONGEST_WAIT = 3_000;

/**
 * Creates the router with the screens of the present area alone: it ranks and compiles each route that it knows,
 * which the first rows need not wait for. The others are loaded when the page is idle, or before the first
 * navigation that needs one.
 */
function createRouter() {
  const first = screensAt(location.pathname);
  let others: RouteObject[] | undefined;
  /** Adds the other screens once, in one step after their file. @throws what the import throws; the next call tries again */
  async function addOthers(): Promise<void> {
    const { featureScreens } = await import('./feature-screens.ts');
    others ??= [...screens.filter((screen) => !first.includes(screen)), ...featureScreens];
    const taken = others.splice(0);
    if (taken.length > 0) router.patchRoutes(SCREENS, taken);
  }
  const router = createBrowserRouter(routesAt(location.pathname), { patchRoutesOnNavigation: addOthers });
  void whenIdle(LONGEST_WAIT)
    .then(addOthers)
    .catch(() => undefined);
  return router;
}

/** Resolves when the first screen of a router has loaded, or why it could not is known. */
function whenInitialized(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

/**
 * Opens the app at the current address: loads the screen there beside what the device has of it. Rendered before
 * that, the app would render once more for each.
 */
export async function openRoutedApp(): Promise<() => ReactElement> {
  const prepared = prepareSession();
  const router = createRouter();
  await Promise.all([whenInitialized(router), prepared]);
  return () => (
    <StyleProvider>
      <RouterProvider router={router} />
    </StyleProvider>
  );
}
