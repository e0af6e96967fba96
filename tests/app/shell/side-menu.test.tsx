import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keys } from '#app/cache/query-keys.ts';
import { developerFrom, SideMenu } from '#app/shell/side-menu.tsx';
import { currentEntry, menuPaths } from '#app/shell/side-menu-entries.ts';
import { menuIcons } from '#app/shell/side-menu-icons.ts';
import { branchDetails, capabilityNames } from '#contract/branch.ts';
import { menu as expectedMenu } from '../../e2e/every-route/expected-screens.ts';
import { renderPage } from '../render.tsx';

interface Viewer {
  readonly permissions?: readonly string[];
}

function showAt(path: string, { permissions }: Viewer = {}): HTMLElement {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  const name = { first_name: 'Mona', last_name: 'Adel', email: 'mona@example.org' };
  client.setQueryData(keys.user, { ...name, permissions });
  const declared = Object.fromEntries(capabilityNames.map((one) => [one, true]));
  client.setQueryData(keys.branch, branchDetails.parse({ name: 'Giza', ...declared }));
  renderPage(<SideMenu />, { path: path, client });
  return screen.getByRole('navigation', { name: 'Main' });
}

describe('SideMenu', () => {
  it('lists every part in the order of the specification, then the developer', () => {
    const links = within(showAt('/')).getAllByRole('link');
    expect(links.slice(0, -1).map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      expectedMenu.flatMap(([, entries]) => entries),
    );
    expect(links.at(-1)).toHaveAttribute('target', '_blank');
  });

  const linksFor = (viewer: Viewer) => {
    cleanup();
    const links = within(showAt('/', viewer)).getAllByRole('link');
    return links.map((link) => link.getAttribute('href'));
  };

  it('hides what is closed to staff', () => {
    const links = linksFor({ permissions: ['records.read', 'records.write', 'months.read'] });
    for (const open of ['/', '/students', '/employees', '/expenses', '/work-history'])
      expect(links).toContain(open);
    for (const closed of ['/employees/salaries', '/employees/deductions'])
      expect(links).not.toContain(closed);
  });

  it('labels each group without a link', () => {
    const menu = showAt('/');
    for (const [group] of expectedMenu.slice(1)) {
      expect(within(menu).getByRole('list', { name: group })).toBeVisible();
      expect(within(menu).queryByRole('link', { name: group })).toBeNull();
    }
  });

  it('marks exactly one entry as the current page', () => {
    const menu = showAt('/books/order');
    const current = within(menu).getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.textContent)).toEqual(['Books Order']);
  });

  it('has an icon for every entry', () => {
    const missing = menuPaths.filter((path) => !menuIcons[path]);
    expect(missing, 'Add their icons to src/app/shell/side-menu-icons.ts').toEqual([]);
  });
});

describe('currentEntry', () => {
  it.each([
    ['/', '/'],
    ['/books', '/books'],
    ['/books/add-book', '/books'],
    ['/books/order', '/books/order'],
    ['/books/order/edit-order/7', '/books/order'],
    ['/employees/salaries/add-salary', '/employees/salaries'],
    ['/employees/edit-employee/3', '/employees'],
    ['/students/edit-student/a-b', '/students'],
    ['/studentship', undefined],
    ['/profile', undefined],
  ])('%s → %s', (path, entry) => {
    expect(currentEntry(path)).toBe(entry);
  });
});

describe('developerFrom', () => {
  it('returns the developer that the build names', () => {
    expect(developerFrom('Desk Makers', 'https://makers.test/')).toEqual({
      name: 'Desk Makers',
      url: 'https://makers.test/',
    });
  });

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'makers.test',
    'https://',
  ])('replaces the address %j by the default', (url) => {
    expect(developerFrom('Desk Makers', url).url).toMatch(/^https:\/\/[a-z]/);
  });
});
