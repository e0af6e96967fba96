import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { readPage } from '#app/resources/list/list-state.ts';
import { Pager, pagerPages } from '#app/resources/list/pager.tsx';
import { renderStyled } from '../render.tsx';

const line = (current: number, pages: number) =>
  pagerPages(current, pages)
    .map((item) => (typeof item === 'number' ? item : '…'))
    .join(' ');

describe('the page numbers of a pager', () => {
  it.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [1, 3, '1 2 3'],
    [1, 4, '1 2 3 4'],
    [1, 5, '1 2 3 … 5'],
    [1, 20, '1 2 3 … 20'],
    [2, 20, '1 2 3 4 … 20'],
    [3, 20, '1 2 3 4 5 … 20'],
    [4, 20, '1 2 3 4 5 6 … 20'],
    [5, 20, '1 … 3 4 5 6 7 … 20'],
    [10, 20, '1 … 8 9 10 11 12 … 20'],
    [16, 20, '1 … 14 15 16 17 18 … 20'],
    [17, 20, '1 … 15 16 17 18 19 20'],
    [18, 20, '1 … 16 17 18 19 20'],
    [20, 20, '1 … 18 19 20'],
  ])('on page %i of %i are %s', (current, pages, shown) => {
    expect(line(current, pages)).toBe(shown);
  });

  it('are never repeated or out of order', () => {
    for (let pages = 1; pages <= 12; pages += 1) {
      for (let current = 1; current <= pages; current += 1) {
        const numbers = pagerPages(current, pages).filter((item) => typeof item === 'number');
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        expect(numbers).toContain(1);
        expect(numbers).toContain(pages);
        expect(numbers).toContain(current);
      }
    }
  });
});

describe('a page number in the address', () => {
  it.each([
    [null, 1],
    ['', 1],
    ['3', 3],
    ['0', 1],
    ['-2', 1],
    ['abc', 1],
    ['1e3', 1],
    ['2.5', 1],
  ])('%s is page %i', (text, page) => {
    expect(readPage(text)).toBe(page);
  });
});

describe('the pager', () => {
  const show = (page: number, pages: number) => {
    const onPage = vi.fn();
    renderStyled(<Pager page={page} pages={pages} onPage={onPage} />);
    return onPage;
  };

  it('is hidden with one page or fewer', () => {
    show(1, 1);
    show(1, 0);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('disables Previous and Next at the ends', () => {
    show(1, 3);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled();
  });

  it('opens the chosen page and marks the current one', async () => {
    const onPage = show(3, 3);
    const bar = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(bar.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(bar.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 3');
    await userEvent.click(bar.getByRole('button', { name: 'Page 1' }));
    await userEvent.click(bar.getByRole('button', { name: 'Previous' }));
    expect(onPage.mock.calls).toEqual([[1], [2]]);
  });
});
