import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Api } from '../support/api.ts';
import { listScreens } from './every-route/expected-screens.ts';

/** Describes a screen with its own URL. */
export interface Screen {
  readonly name: string;
  readonly path: string;
}

/** Maps the screen of a list to the API path of its records. */
const apiPaths = new Map<string, string>(
  resourceNames.map(resourceOf).map(({ screens, path }) => [screens.list, path]),
);

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-');

/** Returns the list, the empty form and a filled form of every resource. */
async function screensOf(api: Api): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (const { path, add, edit } of listScreens) {
    const name = nameOf(path);
    const records = await api.all(apiPaths.get(path) ?? '');
    const id = records.find((record) => !record.is_installment)?.id;
    const installment = records.find((record) => record.is_installment)?.id;
    const settledId = records.find((record) => record.settled_by)?.id;
    screens.push({ name, path }, { name: `${name}-create`, path: add.path });
    screens.push({ name: `${name}-edit`, path: `${edit.path}/${id}` });
    if (path === '/busses' && installment) {
      screens.push({ name: `${name}-edit-installment`, path: `${edit.path}/${installment}` });
    }
    if (settledId) screens.push({ name: `${name}-settled`, path: `${edit.path}/${settledId}` });
  }
  return screens;
}

/** Returns every screen of a signed-in user. */
export async function allScreens(api: Api): Promise<Screen[]> {
  const [student] = await api.all('/adult-course/');
  return [
    { name: 'home', path: '/' },
    ...(await screensOf(api)),
    { name: 'students-page-2', path: '/students?page=2' },
    { name: 'students-nothing-found', path: '/students?search=nobody-has-this-name' },
    { name: 'students-past-the-end', path: '/students?page=999' },
    { name: 'students-edit-not-there', path: '/students/edit-student/999999' },
    { name: 'student-page', path: `/students/${String(student?.student)}` },
    { name: 'work-history', path: '/work-history' },
    { name: 'create-installment', path: '/create-installment' },
    { name: 'take-payment', path: '/take-payment' },
    { name: 'take-payment-family', path: `/take-payment?student=${String(student?.student)}` },
    { name: 'debts', path: '/debts' },
    { name: 'close-day', path: '/close-day' },
    { name: 'reports', path: '/reports' },
    { name: 'closes', path: '/closes' },
    { name: 'branch-settings', path: '/branch-settings' },
    { name: 'import', path: '/import' },
    { name: 'users', path: '/users' },
    { name: 'backups', path: '/backups' },
    { name: 'profile', path: '/profile' },
    { name: 'sync', path: '/sync' },
    { name: 'coming-soon', path: '/coming-soon' },
    { name: 'not-found', path: '/no/such/page' },
  ];
}

/** Lists the pages before sign-in. */
export const publicScreens: readonly Screen[] = [
  { name: 'auth', path: '/auth' },
  { name: 'auth-reset-password', path: '/auth/reset-password' },
  { name: 'auth-confirm-email', path: '/auth/confirm-email#token=a-link-that-was-mailed' },
  { name: 'auth-new-password', path: '/auth/reset-password#token=a-link-that-was-mailed' },
];
