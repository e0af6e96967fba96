import {
  CLOSES_PAGE_PATH,
  DEBTS_SCREEN,
  IMPORT_PATH,
  REPORTS_SCREEN,
  TAKE_PAYMENT_PATH,
} from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { User } from '#contract/account.ts';
import type { BranchDetails } from '#contract/branch.ts';
import { type May, permissionFor } from '#contract/record-permissions.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { SEARCH_QUERY } from './search-open.ts';
import { messages } from './texts.en.ts';

interface Viewer {
  readonly may: May;
  readonly branch: BranchDetails | undefined;
  readonly user: User | undefined;
}

export interface MenuEntry {
  readonly path: string;
  readonly name?: () => string;
  /** Lists need none: who may read their records sees them. */
  readonly isFor?: (viewer: Viewer) => boolean;
}

export interface MenuGroup {
  readonly id: string;
  readonly name?: () => string;
  readonly entries: readonly MenuEntry[];
}

export const SEARCH_ENTRY = `/${SEARCH_QUERY}`;

/** Texts and order of specification section 2, below a group for the desk and above one for the office. */
const menuGroups: readonly MenuGroup[] = [
  { id: 'home', entries: [{ name: () => messages.menuHome, path: '/' }] },
  {
    id: 'desk',
    name: () => messages.menuDesk,
    entries: [
      { name: () => appMessages.takePayment, path: TAKE_PAYMENT_PATH },
      { name: () => appMessages.debts, path: DEBTS_SCREEN },
      { name: () => messages.search, path: SEARCH_ENTRY },
    ],
  },
  {
    id: 'material',
    name: () => messages.menuMaterial,
    entries: [
      { path: '/books' },
      { name: () => messages.menuBooksOrder, path: '/books/order' },
      { name: () => messages.menuBooksPayout, path: '/books/payout' },
      { path: '/books/counts' },
    ],
  },
  {
    id: 'services',
    name: () => messages.menuServices,
    entries: [
      { path: '/courses/adult' },
      { path: '/courses/kids' },
      { path: '/courses/home-schooling' },
      { path: '/courses/summer-course' },
      { path: '/courses/nursery' },
      { path: '/busses' },
    ],
  },
  {
    id: 'staff',
    name: () => messages.menuStaffManagement,
    entries: [
      { path: '/employees' },
      { name: () => messages.menuSalary, path: '/employees/salaries' },
      { path: '/employees/deductions' },
      { path: '/employees/advances' },
      { path: '/employees/bonuses' },
    ],
  },
  {
    id: 'operations',
    name: () => messages.menuOperations,
    entries: [
      { path: '/students' },
      { path: '/refunds' },
      { name: () => messages.menuGeneralExpenses, path: '/expenses' },
      { name: () => messages.menuWorkHistory, path: '/work-history' },
    ],
  },
  {
    id: 'office',
    name: () => messages.menuOffice,
    entries: [
      {
        name: () => messages.menuReports,
        path: REPORTS_SCREEN,
        isFor: ({ branch, may }) => branch?.reports === true && may('months.figures'),
      },
      {
        name: () => messages.menuCloses,
        path: CLOSES_PAGE_PATH,
        isFor: ({ branch }) => branch?.closes === true,
      },
      {
        name: () => appMessages.users,
        path: '/users',
        isFor: ({ branch, may }) => branch?.users === true && may('users.manage'),
      },
      {
        name: () => appMessages.branchSettings,
        path: '/branch-settings',
        isFor: ({ branch, may }) => branch?.settings === true && may('settings.manage'),
      },
      {
        name: () => appMessages.import,
        path: IMPORT_PATH,
        isFor: ({ branch, may }) => branch?.imports === true && may('imports.manage'),
      },
      {
        name: () => messages.menuBackups,
        path: '/backups',
        isFor: ({ user }) => user?.account_type === 'manager',
      },
    ],
  },
];

/** Those that everybody sees, with nothing above them that could appear. */
export const firstGroups: readonly MenuGroup[] = menuGroups.slice(0, 1);

const lists = new Map(resourceNames.map(resourceOf).map((one) => [one.screens.list as string, one]));

export const nameOfEntry = ({ name, path }: MenuEntry): string =>
  name ? name() : (lists.get(path)?.plural ?? path);

/** Only entries that the user may open (decision 46), and that the server has (decision 31). */
export function visibleGroups(viewer: Viewer): readonly MenuGroup[] {
  const { may, branch } = viewer;
  const isVisible = ({ path, isFor }: MenuEntry) => {
    if (isFor) return isFor(viewer);
    const resource = lists.get(path);
    if (!resource) return true;
    const { capability } = resource;
    return (
      (capability === undefined || branch?.[capability] === true) && may(permissionFor(resource, 'read'))
    );
  };
  return menuGroups
    .map((group) => ({ ...group, entries: group.entries.filter(isVisible) }))
    .filter(({ entries }) => entries.length > 0);
}

export const menuPaths: readonly string[] = menuGroups.flatMap(({ entries }) =>
  entries.map(({ path }) => path),
);

/** The longest one that equals or contains the path. Home matches only itself. */
export function currentEntry(pathname: string): string | undefined {
  return menuPaths
    .filter((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .reduce<string | undefined>(
      (longest, path) => (longest && longest.length >= path.length ? longest : path),
      undefined,
    );
}
