import { describe, expect, it } from 'vitest';
import { searchedResources, searchKnown, withKnown } from '#app/features/search/search-known.ts';
import { matchingRecords, optionDetail } from '#app/fields/reference-options.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { resources } from '#contract/resources/registry.ts';
import { ahmad, enrolment, mona, settled, starter } from '../../resources/samples.ts';

const waiting = { outboxId: 'e1', kind: 'create', state: 'queued' } as const;
const rows = (...records: readonly RecordRow[]): readonly ListedRecord[] =>
  records.map((record) => ({ record }));

const hidden: RecordRow = { ...mona, id: 's9', name: 'Mona Deleted' };
const known = new Map(
  searchedResources.map((resource) => [resource, { created: rows(), fromServer: rows() }]),
);
known.set(resources.student, {
  created: [{ record: { ...ahmad, id: 'u1', name: 'أحمد عبد الله', code: '', phone: '' }, pending: waiting }],
  fromServer: [
    ...rows({ ...ahmad, phone: '+20 112 121 3999' }, mona),
    { record: hidden, pending: { ...waiting, kind: 'delete' } },
  ],
});
known.set(resources['adult-course'], { created: rows(), fromServer: rows(enrolment, settled) });
known.set(resources.book, { created: rows(), fromServer: rows(starter) });

const titles = (typed: string) => {
  const { students, receipts, books } = searchKnown(known, typed);
  return [students, receipts, books].map((hits) => hits.map(({ title }) => title));
};

describe('the search on the device', () => {
  it('finds names, codes and phones as the server does, and what waits with them', () => {
    expect(titles('عبدالله')).toEqual([['أحمد عبد الله'], [], []]);
    expect(titles('mona')).toEqual([['Mona Adel'], [], []]);
    expect(titles('s-0001')).toEqual([['Mona Adel'], [], []]);
    expect(titles('+20112121')).toEqual([['أحمد سمير'], [], []]);
    const [pending] = searchKnown(known, 'عبد الله').students;
    expect(pending).toMatchObject({
      pending: true,
      path: '/students/u1',
      payPath: '/take-payment?student=u1',
    });
  });

  it('finds a receipt by the code on its paper', () => {
    const id = '01a22b8e-4691-749d-9985-05d00b3f01c2';
    const coded = new Map(known).set(resources['adult-course'], {
      created: rows(),
      fromServer: rows(enrolment, { ...settled, id }),
    });
    expect(searchKnown(coded, 'ac 0B3F01C2').receipts).toMatchObject([{ id }]);
    expect(searchKnown(coded, 'bu 0B3F01C2').receipts).toEqual([]);
  });

  it('finds a refund by its code alone, also one without a number', () => {
    const id = '01a22b8e-4691-749d-9985-05d00b3f01c2';
    const refund = { id, amount: '150.00', student_data: { id: 's1', name: 'Mona' }, day: '2026-11-24' };
    const refunded = (more: object) =>
      new Map(known).set(resources.refund, { created: rows(), fromServer: rows({ ...refund, ...more }) });
    expect(searchKnown(refunded({ receipt_number: null }), 'rf-0b3f01c2').receipts).toMatchObject([
      { id, title: 'RF-0B3F01C2', value: 'L.E. 150.00', path: `/refunds/edit-refund/${id}` },
    ]);
    expect(searchKnown(refunded({ receipt_number: 'R-77' }), 'r-77').receipts).toEqual([]);
  });

  it("finds the parents' names and phones after those called so, and says what was found", () => {
    const daughter = { ...mona, id: 's7', father_name: 'Samir Elgendy', mother_phone: '01555512399' };
    const namesake = { ...ahmad, id: 's8', name: 'Fady Samir' };
    const family = new Map(known).set(resources.student, {
      created: rows(),
      fromServer: rows(daughter, namesake),
    });
    const found = (typed: string) =>
      searchKnown(family, typed).students.map(({ title, detail }) => [title, detail.at(-1)]);
    expect(found('samir')).toEqual([
      ['Fady Samir', ahmad.phone],
      ['Mona Adel', 'Father Name: Samir Elgendy'],
    ]);
    expect(found('01555512399')).toEqual([['Mona Adel', 'Mother Phone: 01555512399']]);
    expect(optionDetail(resources.student, daughter, 'elgendy').at(-1)).toBe('Father Name: Samir Elgendy');
    expect(matchingRecords(resources.student, [daughter, namesake], 'samir')).toEqual([namesake, daughter]);
  });

  it('finds a name in other letters, after those in the same; by its beginning if there is nobody else', () => {
    expect(titles('منى')).toEqual([['Mona Adel'], [], []]);
    expect(titles('Ahmed')[0]).toEqual(['أحمد عبد الله', 'أحمد سمير']);
    expect(titles('Ahmad Abdallah')[0]).toEqual(['أحمد عبد الله']);
    expect(titles('ahm')[0]).toEqual(['أحمد عبد الله', 'أحمد سمير']);
    expect(titles('Samer Zaki')[0]).toEqual([]);
  });

  it('finds receipts and books, and no student by a few digits inside a phone number', () => {
    expect(titles('1213')).toEqual([[], [], []]);
    expect(titles('100')[1]).toEqual(['1001', '1003']);
    expect(searchKnown(known, '1001').receipts).toMatchObject([
      {
        path: `/courses/adult/edit-course/${enrolment.id}`,
        detail: ['Mona Adel', 'Adult Courses', expect.any(String)],
      },
    ]);
    expect(titles('starter')).toEqual([[], [], [starter.name]]);
  });

  it('adds up what is known to remain', () =>
    expect(searchKnown(known, 'mona').students).toMatchObject([
      { value: 'L.E. 2,000.00 remaining', owes: true },
    ]));

  it('finds nothing for less than two letters', () => expect(titles('m')).toEqual([[], [], []]));

  it('stands before the answer of the server, each row once', () => {
    const deviceHits = searchKnown(known, 'أحمد');
    const answer = searchKnown(known, 'mona');
    const merged = withKnown(
      { ...answer, students: [...answer.students, ...deviceHits.students.slice(1)] },
      deviceHits,
    );
    expect(merged.students.map(({ title }) => title)).toEqual(['أحمد عبد الله', 'Mona Adel', 'أحمد سمير']);
  });
});
