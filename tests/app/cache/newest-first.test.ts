import { expect, it } from 'vitest';
import { newestFirst } from '#app/cache/filter-and-sort.ts';

const recordOf = (id: string, created_at: string, custom_date?: string) => ({ id, created_at, custom_date });
const sortedIds = (...rows: ReturnType<typeof recordOf>[]) => rows.sort(newestFirst).map(({ id }) => id);

it('newestFirst compares the time, however many fractional digits the server writes', () => {
  const rows = [
    recordOf('1', '2026-11-21T20:46:58Z'),
    recordOf('2', '2026-11-21T20:46:58.006Z'),
    recordOf('3', '2026-11-21T20:46:58.021Z'),
    recordOf('4', '2026-11-21T20:46:58.03Z'),
    recordOf('5', '2026-11-21T20:46:58.1Z'),
    recordOf('6', '2026-11-21T20:46:58.108Z'),
  ];
  expect(sortedIds(...rows)).toEqual(['6', '5', '4', '3', '2', '1']);
});

it('newestFirst compares the effective day first and the numeric id last', () => {
  const moment = '2026-11-21T20:46:58Z';
  const rows = [
    recordOf('9', moment),
    recordOf('10', moment),
    recordOf('11', moment, '2026-11-02'),
    recordOf('12', '2026-11-20T08:00:00Z'),
    recordOf('13', '', undefined),
  ];
  expect(sortedIds(...rows)).toEqual(['10', '9', '12', '11', '13']);
});
