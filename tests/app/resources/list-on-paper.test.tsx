import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { save } from '#app/outbox/sender/save.ts';
import { create } from '../outbox/mutations.ts';
import { renderScreen, ScriptedServer } from './render-screen.tsx';
import { mona } from './samples.ts';

const people = Array.from({ length: 38 }, (_, index) => ({
  ...mona,
  id: String(100 + index),
  code: `S-${100 + index}`,
  name: `Student ${index + 1}`,
}));

const page = (query: URLSearchParams) => {
  const all = query.get('no_pagination') === 'true';
  return { count: people.length, next: null, previous: null, results: all ? people : people.slice(0, 10) };
};

const open = async () => {
  await screen.findByText('38 students');
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  return screen.findByRole('dialog', { name: 'Students on paper' });
};
/** Returns the words of whole lists that were read. The device reads all students ahead as well, without words. */
const wholeSearches = (server: ScriptedServer) =>
  server
    .sent('GET', '/students/')
    .filter(({ query }) => query.get('no_pagination') === 'true')
    .flatMap(({ query }) => query.get('search') ?? []);
/** Finds rows by their element: a search by role is slow in long tables. */
const rowsIn = (part: HTMLElement) => part.querySelectorAll('tr');
const printed = () => document.querySelector('.print-root') as HTMLElement;

describe('a list on paper', () => {
  it('has every row that matches, and those that wait, not the ten of the page', async () => {
    const server = new ScriptedServer();
    server.on('GET /students/', ({ query }) => ({ body: page(query) }));
    renderScreen('/students?search=student');
    const dialog = await open();
    await waitFor(() => expect(rowsIn(printed())).toHaveLength(39));
    expect(within(printed()).getByText('with “student”')).toBeInTheDocument();
    expect(within(printed()).getByText('38 rows')).toBeInTheDocument();
    // What is looked at before is short.
    expect(rowsIn(dialog)).toHaveLength(21);
    expect(wholeSearches(server)).toEqual(['student']);
    server.offline = true;
    await save(create('student', { name: 'Student New' }));
    await waitFor(() => expect(within(printed()).getByText('waiting to be sent')).toBeInTheDocument());
  });

  it('is refused with a sentence where it is too long for paper', async () => {
    const server = new ScriptedServer();
    server.on('GET /students/', ({ query }) => ({ body: { ...page(query), count: 2001 } }));
    renderScreen('/students?search=student');
    await screen.findByText('2001 students');
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    const dialog = await screen.findByRole('dialog', { name: 'Students on paper' });
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('2001 rows are too many for paper');
    expect(within(dialog).getByRole('button', { name: 'Print' })).toBeDisabled();
    expect(wholeSearches(server)).toEqual([]);
  });
});
