import { expect, it } from 'vitest';
import { receivesCash } from '#contract/cash-ways.ts';

const receivers = (move: { way: string; drawer: string; person: string | null }) =>
  ['salma', 'karim', 'head', 'owner'].filter((userId) =>
    receivesCash(move, { userId, may: () => userId === 'head' || userId === 'owner' }),
  );

it.each([
  ['cash for the office: managers', { way: 'handed_over', drawer: 'salma', person: null }, ['head', 'owner']],
  ['the named user alone', { way: 'handed_over', drawer: 'salma', person: 'karim' }, ['karim']],
  ['of a named manager the same', { way: 'banked', drawer: 'salma', person: 'head' }, ['head']],
  [
    'not a user who names themself',
    { way: 'handed_over', drawer: 'salma', person: 'salma' },
    ['head', 'owner'],
  ],
  ['not a manager for their own drawer', { way: 'banked', drawer: 'head', person: 'head' }, ['owner']],
  ['brought cash: the user of the drawer', { way: 'brought', drawer: 'salma', person: 'head' }, ['salma']],
])('cash is confirmed by its receiver: %s', (_title, move, expected) => {
  expect(receivers(move)).toEqual(expected);
});
