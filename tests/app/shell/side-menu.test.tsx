import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { keys } from '#app/cache/query-keys.ts';
import { searchOpen } from '#app/shell/search-open.ts';
import { developerFrom, SideMenu } from '#app/shell/side-menu.tsx';
import { currentEntry, menuPaths } from '#app/shell/side-menu-entries.ts';
import { menuIcons } from '#app/shell/side-menu-icons.ts';
import { branchDetails, capabilityNames } from '#contract/branch.ts';
import { menu } from '../../support/expected-screens.ts';
import { renderPage } from '../render.tsx';

interface Viewer {
  readonly permissions?: readonly string[];
  readonly account_type?: string;
}

const somebody = { first_name: 'Mona', last_name: 'Adel', email: 'mona@example.org' };
const manager = { account_type: 'manager' };

function showAt(path: string, viewer: Viewer = manager): HTMLElement {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  client.setQueryData(keys.user, { ...somebody, ...viewer });
  const declared = Object.fromEntries(capabilityNames.map((one) => [one, true]));
  client.setQueryData(keys.branch, branchDetails.parse({ name: 'Giza', ...declared }));
  renderPage(<SideMenu />, { path: path, client });
  return screen.getByRole('navigation', { name: 'Main' });
}

describe('SideMenu', () => {
  const linksFor = (viewer: Viewer) => {
    cleanup();
    const links = within(showAt('/', viewer)).getAllByRole('link');
    return links.map((link) => link.getAttribute('href'));
  };

  it('hides what is closed to staff', () => {
    const links = linksFor({
      permissions: ['records.read', 'records.write', 'months.read', 'drawer.close-own'],
    });
    for (const open of [
      '/',
      '/take-payment',
      '/debts',
      '/students',
      '/employees',
      '/work-history',
      '/closes',
    ])
      expect(links).toContain(open);
    for (const closed of ['/employees/salaries', '/employees/deductions', '/users', '/import', '/backups'])
      expect(links).not.toContain(closed);
  });

  it('has the groups and entries of the specification for a manager, in their order', () => {
    const navigation = showAt('/');
    const links = [...navigation.querySelectorAll('li a')];
    const shown = links.map((link) => [link.textContent, link.getAttribute('href')]);
    expect(shown).toEqual(menu.flatMap(([, entries]) => entries));
    const headings = [...navigation.querySelectorAll('summary')].map(({ textContent }) => textContent);
    expect(headings).toEqual(menu.flatMap(([heading]) => heading || []));
  });

  it('folds a group away, and remembers it on this device', async () => {
    const person = userEvent.setup();
    const isOpen = (menu: HTMLElement) =>
      within(menu).getByText('Staff Management').closest('details')?.hasAttribute('open');
    const menu = showAt('/');
    expect(isOpen(menu)).toBe(true);
    await person.click(within(menu).getByText('Staff Management'));
    expect(isOpen(menu)).toBe(false);
    cleanup();
    const again = showAt('/');
    expect(isOpen(again)).toBe(false);
    await person.click(within(again).getByText('Staff Management'));
    cleanup();
    expect(isOpen(showAt('/'))).toBe(true);
  });

  it('opens the search over the page, and stays on it', async () => {
    const onChoose = vi.fn();
    renderPage(<SideMenu onChoose={onChoose} />, { path: '/books', client: new QueryClient() });
    await screen.findByRole('link', { name: 'Books' });
    await userEvent.click(screen.getByRole('link', { name: 'Search' }));
    expect(searchOpen.get()).toBe(true);
    expect(onChoose).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Books');
    searchOpen.set(false);
  });

  it('moves no entry from under a press at the first sign-in on a device', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const client = new QueryClient();
    renderPage(<SideMenu />, { path: '/', client });
    const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries()).toEqual(['Home']);
    act(() => client.setQueryData(keys.user, { ...somebody, permissions: ['records.read'] }));
    expect(entries()).toEqual(['Home']);
    act(() => client.setQueryData(keys.branch, branchDetails.parse({ name: 'Giza', refunds: true })));
    await screen.findByRole('link', { name: 'Refunds' });
  });

  it('shows what every server has if the branch cannot be read', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ detail: 'Not found.' }, { status: 404 }));
    renderPage(<SideMenu />, { path: '/', client: new QueryClient() });
    await screen.findByRole('link', { name: 'Students' });
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
