import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { reportUnreachable } from '#app/api/connection.ts';
import { possibleDuplicates } from '#app/resources/form/possible-duplicates.tsx';
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
    server.offline = true;
    reportUnreachable();
    fireEvent.click(await screen.findByText('Add Student', { selector: '[role=option]' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Student' }));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Adel Mona' } });
    fireEvent.click(await dialog.findByRole('button', { name: 'Choose Mona Adel' }));
    await waitFor(() => expect(picker).toHaveValue('Mona Adel'));
  });
});
