import { expect, it } from 'vitest';
import { newestFirst } from '#app/cache/newest-first.ts';

const entered = (id: string, created_at: string, custom_date?: string) => ({ id, created_at, custom_date });
const inOrder = (...rows: ReturnType<typeof entered>[]) => rows.sort(newestFirst).map(({ id }) => id);

it('goes by the moment, however many digits of a second the host writes', () => {
  const rows = [
    entered('1', '2026-11-21T20:46:58Z'),
    entered('2', '2026-11-21T20:46:58.006Z'),
    entered('3', '2026-11-21T20:46:58.021Z'),
    entered('4', '2026-11-21T20:46:58.03Z'),
    entered('5', '2026-11-21T20:46:58.1Z'),
    entered('6', '2026-11-21T20:46:58.108Z'),
  ];
  expect(inOrder(...rows)).toEqual(['6', '5', '4', '3', '2', '1']);
});

it('goes by the day that a record counts on first, and by the number of its id last', () => {
  const moment = '2026-11-21T20:46:58Z';
  const rows = [
    entered('9', moment),
    entered('10', moment),
    entered('11', moment, '2026-11-02'),
    entered('12', '2026-11-20T08:00:00Z'),
    entered('13', '', undefined),
  ];
  expect(inOrder(...rows)).toEqual(['10', '9', '12', '11', '13']);
});
