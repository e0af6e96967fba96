import { type ComponentType, useState } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  RouterProvider,
  redirect,
} from 'react-router-dom';
import { currentOwner } from '#app/api/session.ts';
import { withTexts } from '#app/lib/language.ts';
import {
  CLOSE_DAY_PATH,
  CLOSES_PAGE_PATH,
  DEBTS_SCREEN,
  IMPORT_PATH,
  TAKE_PAYMENT_PATH,
} from '#app/lib/paths.ts';
import { redirectAfterLogin, signInPath } from '#app/lib/redirect-after-login.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Operation } from '#contract/record-permissions.ts';
import { attachedNames, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { customForms } from './form-registry.ts';
import { PermittedScreen } from './resources/permitted-screen.tsx';
import { FirstPaint } from './shell/first-paint.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PublicLayout } from './shell/public-layout.tsx';
import { RootLayout } from './shell/root-layout.tsx';
import { RouteError } from './shell/route-error.tsx';

/** Loads a page only when its route is opened, with all texts of the language. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await withTexts(load))[name] });
}

/** Loads a part of the app's start, whose texts are there already. */
function startPart<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await load())[name] });
}

/** Redirects to /auth without a signed-in owner, and back here afterwards (specification, section 2). */
function requireOwner({ request }: LoaderFunctionArgs) {
  return currentOwner() ? null : redirect(signInPath(new URL(request.url)));
}

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

const screens: RouteObject[] = [
  { path: '/', lazy: page(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  ...resourceNames.flatMap((name) => screensOf(resourceOf(name))),
  ...attachedNames.flatMap((name) => formsOf(resourceOf(name))),
  { path: DEBTS_SCREEN, lazy: page(() => import('./features/debts/debts-page.tsx'), 'DebtsPage') },
  { path: '/students/:id', lazy: page(() => import('./features/students/student-page.tsx'), 'StudentPage') },
  {
    path: '/work-history',
    lazy: page(() => import('./features/months/work-history-page.tsx'), 'WorkHistoryPage'),
  },
  {
    path: '/create-installment',
    lazy: page(() => import('./features/installments/create-installment-page.tsx'), 'CreateInstallmentPage'),
  },
  {
    path: TAKE_PAYMENT_PATH,
    lazy: page(() => import('./features/take-payment/take-payment-page.tsx'), 'TakePaymentPage'),
  },
  { path: CLOSE_DAY_PATH, lazy: page(() => import('./features/closes/close-day-page.tsx'), 'CloseDayPage') },
  { path: CLOSES_PAGE_PATH, lazy: page(() => import('./features/closes/closes-page.tsx'), 'ClosesPage') },
  {
    path: `${CLOSES_PAGE_PATH}/:id`,
    lazy: page(() => import('./features/closes/close-page.tsx'), 'ClosePage'),
  },
  { path: '/profile', lazy: page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage') },
  {
    path: '/branch-settings',
    lazy: page(() => import('./features/branch-settings/settings-page.tsx'), 'SettingsPage'),
  },
  { path: IMPORT_PATH, lazy: page(() => import('./features/import/import-page.tsx'), 'ImportPage') },
  { path: '/backups', lazy: page(() => import('./features/backups/backups-page.tsx'), 'BackupsPage') },
  { path: '/users', lazy: page(() => import('./features/users/users-page.tsx'), 'UsersPage') },
  {
    path: '/permissions',
    lazy: page(() => import('./features/users/permissions-page.tsx'), 'PermissionsPage'),
  },
  { path: '/sync', lazy: page(() => import('./shell/sync-page.tsx'), 'SyncPage') },
  { path: '/coming-soon', lazy: page(() => import('./shell/coming-soon-page.tsx'), 'ComingSoonPage') },
];

/** The route table of specification section 2, with /sync, /coming-soon and /auth/confirm-email added. */
const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: FirstPaint,
    errorElement: <RouteError />,
    children: [
      {
        loader: requireOwner,
        shouldRevalidate: () => true,
        lazy: startPart(() => import('./shell/dashboard-shell.tsx'), 'DashboardShell'),
        children: [{ errorElement: <RouteError />, children: screens }],
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

/**
 * Renders the app with its route table. The router is created on render, not on import: it reads the current
 * address.
 */
export function RoutedApp() {
  const [router] = useState(() => createBrowserRouter(routes));
  return <RouterProvider router={router} />;
}
