import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MAX_OPTIONS, matchingRecords, optionDetail } from '#app/fields/reference-options.ts';
import { twinsBeside } from '#app/fields/twin-records.ts';
import { save } from '#app/outbox/sender/save.ts';
import { resources } from '#contract/resources/registry.ts';
import { create } from '../outbox/mutations.ts';
import { renderScreen, ScriptedServer } from '../resources/render-screen.tsx';
import { ahmad, enrolment, mona, sara, settled, starter } from '../resources/samples.ts';

const openPicker = async (students: readonly Record<string, unknown>[] = [mona, ahmad]) => {
  const server = new ScriptedServer();
  server.list('/students/', students);
  renderScreen('/courses/adult/add-course');
  const picker = await screen.findByLabelText('Student');
  await userEvent.click(picker);
  return { server, picker };
};
const addStudent = async () => {
  fireEvent.click(await screen.findByText('Add Student', { selector: '[role=option]' }));
  return within(await screen.findByRole('dialog', { name: 'Add Student' }));
};
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const names = () => options().map((option) => option.querySelector('span')?.textContent);

describe('the search of a picker', () => {
  const find = (typed: string) =>
    matchingRecords(resources.student, [mona, ahmad], typed, twinsBeside).map(({ id }) => id);

  it.each([
    ['', ['s1', 's2']],
    ['adel', ['s1']],
    ['s-0002', ['s2']],
    ['0100123', ['s1']],
    ['منى', ['s1']],
    ['Mouna', ['s1']],
    ['nobody', []],
  ])('finds the matching records for "%s"', (typed, found) => {
    expect(find(typed)).toEqual(found);
  });

  it('finds an enrolment by its receipt number and shows what remains', () => {
    expect(matchingRecords(resources['adult-course'], [enrolment, settled], '1003')).toEqual([settled]);
    expect(optionDetail(resources['adult-course'], enrolment)).toEqual([
      'Receipt 1001',
      'L.E. 2,000.00 remaining',
    ]);
    expect(
      matchingRecords(resources['adult-course'], [enrolment, settled], 'منى عادل', twinsBeside),
    ).toContain(enrolment);
    expect(optionDetail(resources['adult-course'], settled)).toEqual(['Receipt 1003', 'Fully paid']);
  });

  it('shows stock and price of a book, and the job title of an employee', () => {
    expect(optionDetail(resources.book, starter)).toEqual(['10 in stock', 'L.E. 600.00']);
    expect(optionDetail(resources.employee, sara)).toEqual(['Teacher']);
  });
});

describe('a picker with too many records to load', () => {
  it('searches on the server; offline it offers the cached records and says so', async () => {
    const server = new ScriptedServer();
    const students = [mona, ahmad];
    server.on('GET /students/', ({ query }) => {
      const words = query.get('search') ?? '';
      const results = students.filter(({ name }) => name.toLowerCase().includes(words));
      return { body: { count: 90_000, next: null, previous: null, results: results.slice(0, 1) } };
    });
    renderScreen('/courses/adult/add-course');
    const picker = await screen.findByLabelText('Student');
    await userEvent.click(picker);
    expect(await screen.findByText(/the server searches all 90,000 students/)).toBeInTheDocument();
    expect(names()).toEqual(['Mona Adel', undefined]);
    await userEvent.type(picker, 'أحمد');
    await waitFor(() => expect(names()).toEqual(['أحمد سمير', undefined]));
    expect(server.sent('GET', '/students/').some(({ query }) => query.has('no_pagination'))).toBe(false);
    server.goOffline();
    await userEvent.clear(picker);
    expect(
      await screen.findByText(/only the 2 of 90,000 students that this device keeps/),
    ).toBeInTheDocument();
    expect(names()).toEqual(['Mona Adel', 'أحمد سمير', undefined]);
    const mutation = create('student', { name: 'Made Offline' });
    await save(mutation);
    await waitFor(() => expect(names()).toEqual(['Made Offline', 'Mona Adel', 'أحمد سمير', undefined]));
  });
});

describe('the student picker', () => {
  it('lists names with code and phone, and works with the keyboard alone', async () => {
    const { picker } = await openPicker();
    const option = await screen.findByRole('option', { name: /Mona Adel/ });
    expect(option).toHaveTextContent('S-000101001234567');
    await userEvent.type(picker, 'احمد');
    expect(names()[0]).toBe('أحمد سمير');
    expect(picker).toHaveAttribute('aria-activedescendant', options()[0]?.id);
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(picker).toHaveValue('أحمد سمير');
    expect(picker).toHaveAccessibleDescription('S-0002 · 01112223334');
  });

  it('says that nothing matches and keeps the chosen student when it closes', async () => {
    const { picker } = await openPicker();
    await userEvent.click(await screen.findByRole('option', { name: /Mona Adel/ }));
    await userEvent.type(picker, 'zzz');
    expect(screen.getByText('No option found.')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(picker).toHaveValue('Mona Adel');
  });

  it('lists only the first matches of thousands of students', async () => {
    const students = Array.from({ length: 5000 }, (_, index) => ({
      ...mona,
      id: `s${index}`,
      name: `Student ${index}`,
    }));
    const { picker } = await openPicker(students);
    await screen.findByText('4950 more. Type to narrow them down.');
    expect(options()).toHaveLength(MAX_OPTIONS + 1);
    fireEvent.change(picker, { target: { value: '4999' } });
    expect(names()[0]).toBe('Student 4999');
  });

  it('creates the searched student in a dialog while offline and selects it at once', async () => {
    const { server, picker } = await openPicker();
    fireEvent.change(picker, { target: { value: 'Sara Nabil' } });
    const dialog = await addStudent();
    expect(dialog.getByLabelText('Name')).toHaveValue('Sara Nabil');
    server.offline = true;
    fireEvent.click(dialog.getByText('Add Student', { selector: 'button' }));
    await waitFor(() => expect(picker).toHaveValue('Sara Nabil'));
    expect(screen.queryByRole('dialog', { name: 'Add Student' })).toBeNull();
    expect(screen.queryByText('This cannot be empty')).toBeNull();
  });

  it('leaves out students that a server which names records has not got yet, and says so', async () => {
    const server = new ScriptedServer();
    server.declares({ client_ids: false, idempotency: true, filters: true });
    server.list('/students/', [mona]);
    server.on('POST /students/', { status: 503, body: { detail: 'Not now.' } });
    renderScreen('/courses/adult/add-course');
    const picker = await screen.findByLabelText('Student');
    await save(create('student', { name: 'Zeinab' }));
    await userEvent.click(picker);
    expect(
      await screen.findByText('What is not sent yet can be chosen once it is sent.'),
    ).toBeInTheDocument();
    expect(names()).toEqual(['Mona Adel', undefined]);
  });

  it('asks before a half-filled student is discarded, and does not take a phone for a name', async () => {
    const { picker } = await openPicker();
    fireEvent.change(picker, { target: { value: '٠١٠٩' } });
    const dialog = await addStudent();
    expect(dialog.getByLabelText('Name')).toHaveValue('');
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Sara' } });
    fireEvent.click(dialog.getByLabelText('Close'));
    fireEvent.click(await screen.findByText('Keep editing', { selector: 'button' }));
    expect(dialog.getByLabelText('Name')).toHaveValue('Sara');
  });
});

describe('an offline picker of which nothing is kept', () => {
  it('64 says so and does not offer to create a twin', async () => {
    const server = new ScriptedServer();
    server.goOffline();
    renderScreen('/courses/adult/add-course');
    const picker = await screen.findByLabelText('Student');
    await userEvent.click(picker);
    expect(
      await screen.findByText(
        'No students are saved on this device, and there is no connection. They may exist on the server.',
      ),
    ).toBeInTheDocument();
    await userEvent.type(picker, 'Mona');
    expect(screen.queryByText('No option found.')).toBeNull();
    expect(screen.queryByText('Add Student', { selector: '[role=option]' })).toBeNull();
  });
});
