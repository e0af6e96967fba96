import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { developerFrom } from '#app/shell/developer.ts';
import { SideMenu } from '#app/shell/side-menu.tsx';
import { currentEntry, menuPaths } from '#app/shell/side-menu-entries.ts';
import { menuIcons } from '#app/shell/side-menu-icons.ts';
import { system } from '#app/theme/system.ts';

function showAt(path: string): HTMLElement {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter initialEntries={[path]}>
        <SideMenu />
      </MemoryRouter>
    </ChakraProvider>,
  );
  return screen.getByRole('navigation', { name: 'Main' });
}

describe('the side menu', () => {
  it('names every part in the order of the specification, and then who made it', () => {
    const links = within(showAt('/')).getAllByRole('link');
    expect(links.slice(0, -1).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Books', '/books'],
      ['Books Order', '/books/order'],
      ['Books Payout', '/books/payout'],
      ['Adult Courses', '/courses/adult'],
      ['Kids Courses', '/courses/kids'],
      ['Home Schooling', '/courses/home-schooling'],
      ['Summer Courses', '/courses/summer-course'],
      ['Nursery', '/courses/nursery'],
      ['Bus', '/busses'],
      ['Employees', '/employees'],
      ['Salary', '/employees/salaries'],
      ['Deductions', '/employees/deductions'],
      ['Students', '/students'],
      ['General Expenses', '/expenses'],
      ['Work History', '/work-history'],
    ]);
    expect(links.at(-1)).toHaveAttribute('target', '_blank');
  });

  it('a group is named, and is no link', () => {
    const menu = showAt('/');
    for (const group of ['Material', 'Services', 'Staff Management', 'Operations']) {
      expect(within(menu).getByRole('list', { name: group })).toBeVisible();
      expect(within(menu).queryByRole('link', { name: group })).toBeNull();
    }
  });

  it('exactly one entry is the current page', () => {
    const menu = showAt('/books/order');
    const current = within(menu).getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.textContent)).toEqual(['Books Order']);
  });

  it('every entry has its picture', () => {
    expect(menuPaths.filter((path) => !menuIcons[path])).toEqual([]);
  });
});

describe('the entry a path belongs to', () => {
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

describe('the developer', () => {
  it('is whom the build names', () => {
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
  ])('an address like %j is not linked to', (url) => {
    expect(developerFrom('Desk Makers', url).url).toMatch(/^https:\/\/[a-z]/);
  });
});
