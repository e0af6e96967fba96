import { expect, it } from 'vitest';
import { differencesOf, takenAtFirst } from '#app/features/students/merge/merge-dialog.tsx';

it('of two students only what differs is asked, and what the one lacks is taken from the other', () => {
  const stays = { id: '1', name: 'Mona', phone: '0100', address: '', father_name: null };
  const goes = { id: '2', name: 'Mona', phone: '0111', address: 'Giza', father_name: '' };
  const differences = differencesOf(stays, goes);
  expect(differences.map(({ name, values }) => [name, ...values])).toEqual([
    ['phone', '0100', '0111'],
    ['address', '', 'Giza'],
  ]);
  expect([...takenAtFirst(differences)]).toEqual(['address']);
});
