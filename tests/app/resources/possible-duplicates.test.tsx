import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { knownDuplicates, possibleDuplicates } from '#app/resources/form/possible-duplicates.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { NINE_AM } from '../outbox/device.ts';
import { entriesFor } from '../outbox/entries.ts';
import { renderScreen, ScriptedServer } from './render-screen.tsx';
import { ahmad, mona } from './samples.ts';

const declared = { idempotency: true, merges: true, filters: true, search: true };

describe('possible duplicates', () => {
  const ids = (field: 'name' | 'phone', typed: string) =>
    possibleDuplicates(field, typed, [
      mona,
      { ...ahmad, name: 'أحمد عبد الله', father_phone: '01112345678' },
    ]).map(({ id }) => id);

  it('have the same words in the name, folded, in any order', () => {
    expect(ids('name', 'ADEL  mona')).toEqual([mona.id]);
    expect(ids('name', 'احمد عبدالله')).toEqual([ahmad.id]);
    expect(ids('name', 'Mona')).toEqual([]);
    expect(ids('name', 'منى عادل')).toEqual([mona.id]);
    expect(ids('name', 'Ahmed Abdallah')).toEqual([ahmad.id]);
    expect(ids('name', 'Ahmed Abdelhamid')).toEqual([]);
    expect(ids('name', ' ')).toEqual([]);
  });

  it('have the phone number in any field and any writing', () => {
    expect(ids('phone', '+20 111 234 5678')).toEqual([ahmad.id]);
    expect(ids('phone', '5678')).toEqual([]);
  });
});

describe('a student who is being added', () => {
  it('is compared with the server while typing; "Another person" puts the note away', async () => {
    const server = new ScriptedServer();
    server.declares(declared);
    server.on('GET /search/', ({ query }) => {
      const row = {
        id: mona.id,
        resource: 'student',
        title: 'Mona Adel',
        detail: 'S-0001',
        remaining_amount: '0.00',
      };
      const isMona = query.get('q') === 'mona adel';
      return { body: { students: isMona ? [row] : [], receipts: [], books: [] } };
    });
    const { router } = renderScreen('/students/add-student');
    await userEvent.type(await screen.findByLabelText('Name'), 'mona adel');
    const open = await screen.findByRole('link', { name: 'Open Mona Adel' });
    expect(open).toHaveAttribute('href', `/students/${mona.id}`);
    fireEvent.click(screen.getByRole('button', { name: 'Another person' }));
    await waitFor(() => expect(screen.queryByText(/There is a student of this name/)).toBeNull());
    expect(router.state.location.pathname).toBe('/students/add-student');
  });

  it('is compared offline with the kept students, and chosen from the dialog of a picker', async () => {
    const server = new ScriptedServer();
    server.declares(declared);
    server.list('/students/', [mona, ahmad]);
    renderScreen('/courses/adult/add-course');
    const picker = await screen.findByLabelText('Student');
    await userEvent.click(picker);
    await screen.findByRole('option', { name: /Mona Adel/ });
    server.goOffline();
    fireEvent.click(await screen.findByText('Add Student', { selector: '[role=option]' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Student' }));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Adel Mona' } });
    fireEvent.click(await dialog.findByRole('button', { name: 'Choose Mona Adel' }));
    await waitFor(() => expect(picker).toHaveValue('Mona Adel'));
  });
});

describe('known possible duplicates', () => {
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

  it('are kept students, and those that wait to be sent', () => {
    expect(named('mona adel')).toEqual(['Mona Adel']);
    expect(named('Sara Nabil', newStudent('Sara Nabil'))).toEqual(['Sara Nabil']);
    expect(named('Nobody Else', newStudent('Sara Nabil'))).toEqual([]);
  });

  it('have the name that a pending change gives, and no longer the one before', () => {
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
