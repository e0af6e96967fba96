export interface MenuEntry {
  readonly label: string;
  readonly path: string;
}

export interface MenuGroup {
  readonly label?: string;
  readonly entries: readonly MenuEntry[];
}

/** The entries of the side menu, with the texts and order of specification section 2. */
export const menuGroups: readonly MenuGroup[] = [
  { entries: [{ label: 'Home', path: '/' }] },
  {
    label: 'Material',
    entries: [
      { label: 'Books', path: '/books' },
      { label: 'Books Order', path: '/books/order' },
      { label: 'Books Payout', path: '/books/payout' },
    ],
  },
  {
    label: 'Services',
    entries: [
      { label: 'Adult Courses', path: '/courses/adult' },
      { label: 'Kids Courses', path: '/courses/kids' },
      { label: 'Home Schooling', path: '/courses/home-schooling' },
      { label: 'Summer Courses', path: '/courses/summer-course' },
      { label: 'Nursery', path: '/courses/nursery' },
      { label: 'Bus', path: '/busses' },
    ],
  },
  {
    label: 'Staff Management',
    entries: [
      { label: 'Employees', path: '/employees' },
      { label: 'Salary', path: '/employees/salaries' },
      { label: 'Deductions', path: '/employees/deductions' },
    ],
  },
  {
    label: 'Operations',
    entries: [
      { label: 'Students', path: '/students' },
      { label: 'General Expenses', path: '/expenses' },
      { label: 'Work History', path: '/work-history' },
    ],
  },
];

/** The paths of all entries. */
export const menuPaths: readonly string[] = menuGroups.flatMap(({ entries }) =>
  entries.map(({ path }) => path),
);

/** Returns the entry of a path: the longest one that equals or contains it. Home matches only itself. */
export function currentEntry(pathname: string): string | undefined {
  return menuPaths
    .filter((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .reduce<string | undefined>(
      (longest, path) => (longest && longest.length >= path.length ? longest : path),
      undefined,
    );
}
