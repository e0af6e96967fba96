import type { RouteObject } from 'react-router-dom';
import { page } from '#app/lib/page-route.ts';
import {
  CLOSE_DAY_PATH,
  CLOSES_PAGE_PATH,
  DEBTS_SCREEN,
  IMPORT_PATH,
  TAKE_PAYMENT_PATH,
} from '#app/lib/paths.ts';

/**
 * Lists the screens beside dashboard, lists and forms. In a file of its own, since it names all files that they
 * load: the first rows need none of it.
 */
export const featureScreens: readonly RouteObject[] = [
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
