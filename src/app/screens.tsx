import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { withTexts } from '#app/lib/language.ts';
import {
  CLOSE_DAY_PATH,
  CLOSES_PAGE_PATH,
  DEBTS_SCREEN,
  IMPORT_PATH,
  LEAVE_PATH,
  PAY_SALARIES_SCREEN,
  RENEWALS_SCREEN,
  REPORTS_SCREEN,
  TAKE_PAYMENT_PATH,
  WORK_HISTORY_PATH,
} from '#app/lib/paths.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Operation } from '#contract/record-permissions.ts';
import { attachedNames, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { customForms } from './form-registry.ts';
import { PermittedScreen } from './resources/permitted-screen.tsx';
import { ComingSoonPage } from './shell/message-pages.tsx';

/** Loads a page only when its route is opened, with its texts in the language. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  place?: 'office',
) {
  return async () => ({ Component: (await withTexts(load, place))[name] });
}

const loadList = async () => (await import('#app/resources/resource-list-page.tsx')).ResourceListPage;
const loadCashList = async () => (await import('./features/closes/cash-list-page.tsx')).CashListPage;

/** A list has its texts from the start; they load before the first screen. Those of cash movements come with forms and pages. */
const list = (resource: Resource) => async () => {
  const ListPage = await (resource.movesCash ? withTexts(loadCashList) : loadList());
  return {
    Component: () => (
      <PermittedScreen resource={resource} operation="read">
        {(visible) => <ListPage resource={visible} />}
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

const formsOf = (resource: Resource): RouteObject[] => screensOf(resource).slice(1);

/** With /sync and /coming-soon added to specification section 2. */
export const screens: readonly RouteObject[] = [
  { path: '/', lazy: page(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  ...resourceNames.flatMap((name) => screensOf(resourceOf(name))),
  ...attachedNames.flatMap((name) => formsOf(resourceOf(name))),
  {
    path: RENEWALS_SCREEN,
    lazy: page(() => import('./features/renewals/renewals-page.tsx'), 'RenewalsPage'),
  },
  {
    path: PAY_SALARIES_SCREEN,
    lazy: page(() => import('./features/salaries/pay-salaries-page.tsx'), 'PaySalariesPage'),
  },
  { path: DEBTS_SCREEN, lazy: page(() => import('./features/debts/debts-page.tsx'), 'DebtsPage') },
  { path: '/students/:id', lazy: page(() => import('./features/students/student-page.tsx'), 'StudentPage') },
  {
    path: '/students/:id/statement',
    lazy: page(() => import('./features/students/statement/statement-page.tsx'), 'StatementPage'),
  },
  {
    path: WORK_HISTORY_PATH,
    lazy: page(() => import('./features/months/work-history-page.tsx'), 'WorkHistoryPage'),
  },
  {
    path: `${WORK_HISTORY_PATH}/:id`,
    lazy: page(() => import('./features/months/month-page.tsx'), 'MonthPage'),
  },
  {
    path: '/create-installment',
    lazy: page(() => import('./features/forms/create-installment-page.tsx'), 'CreateInstallmentPage'),
  },
  {
    path: TAKE_PAYMENT_PATH,
    lazy: page(() => import('./features/take-payment/take-payment-page.tsx'), 'TakePaymentPage'),
  },
  {
    path: `${LEAVE_PATH}/:resource/:id`,
    lazy: page(() => import('./features/refunds/leave-page.tsx'), 'LeavePage'),
  },
  { path: CLOSE_DAY_PATH, lazy: page(() => import('./features/closes/close-pages.tsx'), 'CloseDayPage') },
  { path: CLOSES_PAGE_PATH, lazy: page(() => import('./features/closes/closes-page.tsx'), 'ClosesPage') },
  {
    path: `${CLOSES_PAGE_PATH}/of/:user`,
    lazy: page(() => import('./features/closes/close-pages.tsx'), 'CloseForPage'),
  },
  {
    path: `${CLOSES_PAGE_PATH}/:id`,
    lazy: page(() => import('./features/closes/close-pages.tsx'), 'ClosePage'),
  },
  { path: REPORTS_SCREEN, lazy: page(() => import('./features/reports/reports-page.tsx'), 'ReportsPage') },
  { path: '/profile', lazy: page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage') },
  {
    path: '/branch-settings',
    lazy: page(() => import('./features/branch-settings/settings-page.tsx'), 'SettingsPage'),
  },
  {
    path: IMPORT_PATH,
    lazy: page(() => import('./features/import/import-page.tsx'), 'ImportPage', 'office'),
  },
  {
    path: '/backups',
    lazy: page(() => import('./features/backups/backups-page.tsx'), 'BackupsPage', 'office'),
  },
  { path: '/users', lazy: page(() => import('./features/users/users-page.tsx'), 'UsersPage') },
  {
    path: '/permissions',
    lazy: page(() => import('./features/users/permissions-page.tsx'), 'PermissionsPage'),
  },
  { path: '/sync', lazy: page(() => import('./shell/sync-screens.tsx'), 'SyncPage') },
  { path: '/coming-soon', Component: ComingSoonPage },
];
