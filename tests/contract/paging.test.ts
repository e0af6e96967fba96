import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldForSearch, PAGE_SIZE, pageCount, pageOf, pageSizeOf } from '#contract/paging.ts';

it.each([
  [0, 1],
  [1, 1],
  [PAGE_SIZE, 1],
  [PAGE_SIZE + 1, 2],
  [95, 10],
  [100_000, 10_000],
])('%i rows make %i pages', (count, pages) => expect(pageCount(count)).toBe(pages));

describe('a page', () => {
  const page = pageOf(z.object({ id: z.string() }));

  it('may come without next and previous', () =>
    expect(page.parse({ count: 1, results: [{ id: 'a' }] })).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ id: 'a' }],
    }));

  it('may contain sums over all pages', () => {
    const answer = { count: 0, next: null, previous: null, results: [] };
    const totals = { price: '1250.00', remaining_amount: '-0.50' };
    expect(page.parse({ ...answer, totals }).totals).toEqual(totals);
    for (const odd of [12, [1], { price: 12.5 }, { price: '1250' }, null])
      expect(page.parse({ ...answer, totals: odd })).toEqual(answer);
  });

  it.each([
    [],
    'no',
    { results: [] },
    { count: -1, results: [] },
    { count: 1.5, results: [] },
    { count: 1 },
  ])('rejects %j, which is not a page', (answer) => expect(page.safeParse(answer).success).toBe(false));

  it('is rejected as a whole if one row is invalid', () =>
    expect(page.safeParse({ count: 2, results: [{ id: 'a' }, { name: 'b' }] }).success).toBe(false));
});

describe('foldForSearch()', () => {
  it.each([
    ['أحمد', 'احمد'],
    ['إيمان', 'ايمان'],
    ['آية', 'ايه'],
    ['فاطمة', 'فاطمه'],
    ['منى', 'مني'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['MONA', 'mona'],
    ['ﻣﺤﻤﺪ', 'محمد'],
    ['ｍｏｎａ', 'mona'],
    ['٠١٠٠', '0100'],
    ['۰۱۰۰', '0100'],
    ['عبد الله', 'عبدالله'],
    ['مؤمن', 'مومن'],
    ['عائشة', 'عايشه'],
    ['شيماء', 'شيما'],
    ['علی', 'علي'],
    ['کریم', 'كريم'],
    ['من\u200cى', 'منى'],
    ['منى عبد  الرحمن', 'مني عبدالرحمن'],
  ])('finds the text %s by the search %s', (typed, folded) =>
    expect(foldForSearch(typed)).toBe(foldForSearch(folded)));

  it('does not change folded text', () => {
    const once = foldForSearch('السيّدة مُنى عبد الرحمٰن ٠١٢');
    expect(foldForSearch(once)).toBe(once);
  });

  it('distinguishes different names', () => {
    expect(foldForSearch('منى')).not.toBe(foldForSearch('منال'));
    expect(foldForSearch('سعبد الله')).not.toBe(foldForSearch('سعبدالله'));
  });
});

describe('pageSizeOf()', () => {
  const of = (count: number, rows: number, next: string | null = null) => ({
    count,
    next,
    previous: null,
    results: Array.from({ length: rows }),
  });

  it.each([
    ['a first page of many', of(45, 20), 1, 20],
    ['a page that another follows', of(45, 20, '?page=3'), 2, 20],
    ['a page of which nobody tells whether another follows', of(45, 20), 2, 20],
    ['the last page of three', of(45, 5), 3, 20],
    ['the last page of ours', of(45, 5), 5, 10],
    ['all there are', of(7, 7), 1, undefined],
    ['a page past the end', of(45, 0), 9, undefined],
  ] as const)('finds the page size from %s', (_, page, at, size) => expect(pageSizeOf(page, at)).toBe(size));
});
