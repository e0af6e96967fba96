import type { Resource } from '#contract/define-resource.ts';
import { type May, permissionFor } from '#contract/record-permissions.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

type MenuLabel = Extract<keyof typeof messages, `menu${Capitalize<string>}`>;

export interface MenuEntry {
  /** Without it the entry is called as its list. */
  readonly label?: MenuLabel;
  readonly path: string;
}

export interface MenuGroup {
  readonly label?: MenuLabel;
  readonly entries: readonly MenuEntry[];
}

/** Texts and order of specification section 2. */
const menuGroups: readonly MenuGroup[] = [
  { entries: [{ label: 'menuHome', path: '/' }] },
  {
    label: 'menuMaterial',
    entries: [
      { label: 'menuBooks', path: '/books' },
      { label: 'menuBooksOrder', path: '/books/order' },
      { label: 'menuBooksPayout', path: '/books/payout' },
      { path: '/books/counts' },
    ],
  },
  {
    label: 'menuServices',
    entries: [
      { label: 'menuAdultCourses', path: '/courses/adult' },
      { label: 'menuKidsCourses', path: '/courses/kids' },
      { label: 'menuHomeSchooling', path: '/courses/home-schooling' },
      { label: 'menuSummerCourses', path: '/courses/summer-course' },
      { label: 'menuNursery', path: '/courses/nursery' },
      { label: 'menuBus', path: '/busses' },
    ],
  },
  {
    label: 'menuStaffManagement',
    entries: [
      { label: 'menuEmployees', path: '/employees' },
      { label: 'menuSalary', path: '/employees/salaries' },
      { label: 'menuDeductions', path: '/employees/deductions' },
      { path: '/employees/advances' },
      { path: '/employees/bonuses' },
    ],
  },
  {
    label: 'menuOperations',
    entries: [
      { label: 'menuStudents', path: '/students' },
      { path: '/refunds' },
      { label: 'menuGeneralExpenses', path: '/expenses' },
      { label: 'menuWorkHistory', path: '/work-history' },
    ],
  },
];

const lists = new Map(resourceNames.map(resourceOf).map((one) => [one.screens.list as string, one]));

export const nameOfEntry = ({ label, path }: MenuEntry): string =>
  label ? messages[label] : (lists.get(path)?.plural ?? path);

/** Only entries that the user may open (decision 46), and that the server has (decision 31). */
export function visibleGroups(may: May, has: (resource: Resource) => boolean): readonly MenuGroup[] {
  const isVisible = ({ path }: MenuEntry) => {
    const resource = lists.get(path);
    return resource === undefined || (has(resource) && may(permissionFor(resource, 'read')));
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
