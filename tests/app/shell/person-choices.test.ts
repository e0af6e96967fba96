import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  activateSession,
  currentOwner,
  currentSession,
  keptSessions,
  storeTokens,
} from '#app/api/session.ts';
import { keys } from '#app/cache/query-keys.ts';
import { chooseDigits, watchPerson } from '#app/shell/person-choices.ts';
import { type User, user as userAnswer } from '#contract/account.ts';
import { inDigits } from '#contract/digits.ts';
import { paths } from '#contract/http.ts';
import { flush } from '../outbox/device.ts';

const known = (more: object = {}): User =>
  userAnswer.parse({
    ...{ id: '7', first_name: 'Mona', last_name: 'Adel', email: 'mona@branch.example' },
    ...{ account_type: 'staff', permissions: [], ...more },
  });

const sent: unknown[] = [];
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  const claims = btoa(JSON.stringify({ sub: '7', branch: 'b1' }));
  storeTokens({ access: `e30.${claims}.sig`, refresh: 'refresh' });
  vi.stubGlobal('fetch', (address: unknown, { method, body }: RequestInit = {}) => {
    if (method === 'PATCH' && String(address).endsWith(paths.user)) sent.push(JSON.parse(String(body)));
    return Promise.resolve(Response.json({ ...known(), digits: 'arabic-indic' }));
  });
  client = new QueryClient();
  const owner = currentOwner();
  if (!owner) throw new Error('nobody is signed in');
  stop = watchPerson(client, owner);
});
afterEach(async () => {
  stop();
  await chooseDigits('latin', undefined);
});

const answer = (user: User) => client.fetchQuery({ queryKey: keys.user, queryFn: () => user, staleTime: 0 });
const shown = () => inDigits('15').replace('\u200e', '');

describe('digits that were chosen before the server has said who signed in', () => {
  it('stay chosen and are sent, although the answer tells the earlier ones', async () => {
    await chooseDigits('arabic-indic', undefined);
    expect(shown()).toBe('١٥');
    await answer(known({ digits: 'latin' }));
    await vi.waitFor(() => expect(sent).toEqual([{ digits: 'arabic-indic' }]));
    expect(shown()).toBe('١٥');
    await answer(known({ digits: 'arabic-indic' }));
    await answer(known({ digits: 'latin' }));
    // Chosen elsewhere since then.
    await vi.waitFor(() => expect(shown()).toBe('15'));
  });

  it('apply to the device where the server keeps none', async () => {
    await chooseDigits('arabic-indic', undefined);
    await answer(known());
    await flush();
    expect(shown()).toBe('١٥');
    expect(sent).toEqual([]);
    expect(Object.keys(localStorage).filter((key) => key.endsWith('.unsent'))).toEqual([]);
  });
});

it('the session in a branch that the person was taken out of ends on this device', async () => {
  const elsewhere = (branchId: string) => ({
    ...{ access: `of ${branchId}`, refresh: `of ${branchId}` },
    owner: { ownerId: `7 in ${branchId}`, branchId },
  });
  const current = currentSession();
  if (!current) throw new Error('nobody is signed in');
  for (const next of [elsewhere('b2'), elsewhere('b3'), current]) activateSession(next);
  const branches = ['b1', 'b3'].map((id) => ({ id, name: id, account_type: 'staff' }));
  await answer(known({ branches }));
  expect(keptSessions().map(({ owner }) => owner.branchId)).toEqual(['b3']);
});
