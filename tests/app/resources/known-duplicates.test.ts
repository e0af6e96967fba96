import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { knownDuplicates } from '#app/resources/form/possible-duplicates.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { NINE_AM } from '../outbox/device.ts';
import { entriesFor } from '../outbox/entries.ts';
import { ahmad, mona } from './samples.ts';

const students = resourceOf('student');
const cached = [mona, ahmad].map((record) => ({ record, began: NINE_AM, ended: NINE_AM }));

let count = 0;
const ofStudent = (kind: Mutation['kind'], recordId?: string, name?: string): Mutation => ({
  id: `m${++count}`,
  resource: 'student',
  kind,
  body: name === undefined ? {} : { name },
  ...(recordId !== undefined && { recordId }),
});
const newStudent = (name: string) => ofStudent('create', undefined, name);

const named = (typed: string, ...entries: Parameters<typeof entriesFor>) =>
  knownDuplicates(students, 'name', typed, cached, entriesFor(...entries)).map(({ name }) => name);

describe('known possible duplicates', () => {
  it('are kept students, and those that wait to be sent', () => {
    expect(named('mona adel')).toEqual(['Mona Adel']);
    expect(named('Sara Nabil', newStudent('Sara Nabil'))).toEqual(['Sara Nabil']);
    expect(named('Nobody Else', newStudent('Sara Nabil'))).toEqual([]);
  });

  it('have the name that an unsent change gives, and no longer the one before', () => {
    const renamed = ofStudent('update', mona.id, 'Sara Nabil');
    expect(named('Sara Nabil', renamed)).toEqual(['Sara Nabil']);
    expect(named('Mona Adel', renamed)).toEqual([]);
  });

  it('are not students whose deletion waits to be sent', () => {
    expect(named('Mona Adel', ofStudent('delete', mona.id))).toEqual([]);
  });

  it('have the name that the server gave to a new student', () => {
    const result = { ...mona, id: '900', name: 'Sara Nabil' };
    const settled = { state: 'done', acknowledgedAt: NINE_AM + 1, firstSentAt: NINE_AM, result } as const;
    expect(named('Sara Nabil', [newStudent('sara  nabil'), settled])).toEqual(['Sara Nabil']);
  });

  it('cost no record of the entries with other names', () => {
    let built = 0;
    const others = entriesFor(...Array.from({ length: 20 }, (_, at) => newStudent(`Other ${at}`)));
    const counted = others.map(
      (entry): OutboxEntry => ({
        ...entry,
        // Only a record that is built from the entry reads what was picked.
        get referenced() {
          built += 1;
          return {};
        },
      }),
    );
    expect(knownDuplicates(students, 'name', 'Mona Adel', cached, counted)).toHaveLength(1);
    expect(built).toBe(0);
    expect(knownDuplicates(students, 'name', 'Other 3', cached, counted)).toHaveLength(1);
    expect(built).toBeGreaterThan(0);
  });
});
