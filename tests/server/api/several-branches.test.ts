import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Tokens, tokens, user } from '#contract/account.ts';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { branchReports } from '#contract/reports.ts';
import { factorPaths } from '#contract/second-factor.ts';
import { mergePath } from '#contract/student-merges.ts';
import { studentTransferPath, studentTransfers } from '#contract/student-transfers.ts';
import { addBranch, addUser, joinBranch, setUser } from '#server/accounts/administration.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, enrol, installment, students } from './bodies.ts';
import { passTrustedTime } from './session-checks.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let made = 0;
/** Names of two branches, and the person who manages both, at home in the first. */
let giza: string;
let maadi: string;
let mona: { readonly email: string; readonly password: string };
let branchIds: { readonly giza: string; readonly maadi: string };

beforeEach(async () => {
  made += 1;
  giza = `Giza ${made}`;
  maadi = `Maadi ${made}`;
  branchIds = {
    giza: (await addBranch(server.db, { name: giza, address: '' })).id,
    maadi: (await addBranch(server.db, { name: maadi, address: '' })).id,
  };
  mona = { email: `mona${made}@several.example`, password: 'open sesame' };
  await addUser(server.db, { ...mona, branch: giza, firstName: 'Mona', lastName: 'Adel' });
  await joinBranch(server.db, { email: mona.email, branch: maadi, accountType: 'manager' });
});

const anyone = () => server.clientWithToken(undefined);
const signIn = async (person = mona): Promise<Tokens> =>
  tokens.parse((await anyone().send('POST', '/auth/login/', person)).body);
const refresh = (pair: Tokens) => anyone().send('POST', '/auth/token/refresh/', { refresh: pair.refresh });
const refreshed = async (pair: Tokens): Promise<Tokens> => tokens.parse((await refresh(pair)).body);
const as = ({ access }: Tokens) => server.clientWithToken(access);
const switched = async (pair: Tokens, branch: string): Promise<Tokens> =>
  tokens.parse(await as(pair).must('POST', '/auth/switch/', { branch, refresh: pair.refresh }));
const statusOf = async (pair: Tokens) => (await as(pair).get('/auth/user/')).status;
const whoIs = async (pair: Tokens) => user.parse((await as(pair).get('/auth/user/')).body);
const sessionOf = ({ access }: Tokens) => String(decodeJwt(access).sid);

async function inBoth(): Promise<{ readonly atGiza: Tokens; readonly atMaadi: Tokens }> {
  const atGiza = await signIn();
  return { atGiza, atMaadi: await switched(atGiza, branchIds.maadi) };
}

describe('a person of two branches', () => {
  it('signs in to the first, switches to the other, and has a user of her own in each', async () => {
    const { atGiza, atMaadi } = await inBoth();
    const [first, second] = [await whoIs(atGiza), await whoIs(atMaadi)];
    expect(first.branches).toEqual([
      { id: branchIds.giza, name: giza, account_type: 'manager' },
      { id: branchIds.maadi, name: maadi, account_type: 'manager' },
    ]);
    expect(second.branches).toEqual(first.branches);
    expect([second.email, second.first_name]).toEqual([first.email, first.first_name]);
    expect(second.id).not.toBe(first.id);
    expect(decodeJwt(atMaadi.access)).toMatchObject({ branch: branchIds.maadi, sub: second.id });
    expect((await as(atMaadi).get('/branch/details/')).body.name).toBe(maadi);
    expect((await as(atGiza).get('/branch/details/')).body.name).toBe(giza);
  });

  it('may not switch to a branch that is not hers, nor to the one she is in', async () => {
    const pair = await signIn();
    const foreign = await addBranch(server.db, { name: `Nasr City ${made}`, address: '' });
    for (const branch of [foreign.id, branchIds.giza, '0', 'x', '99999999999999999999']) {
      const answer = await as(pair).send('POST', '/auth/switch/', { branch, refresh: pair.refresh });
      expect([answer.status, Object.keys(answer.body)], branch).toEqual([400, ['branch']]);
    }
  });

  it('switches with the refresh token of the session alone: a stolen access token does not become one', async () => {
    const pair = await signIn();
    const statusWith = async (held?: string) => {
      const body = { branch: branchIds.maadi, refresh: held };
      return (await as(pair).send('POST', '/auth/switch/', body)).status;
    };
    expect(await statusWith()).toBe(400);
    for (const held of ['x', pair.access, (await signIn()).refresh]) expect(await statusWith(held)).toBe(401);
    const newer = await refreshed(pair);
    // Its answer may have been lost: the token before is good for half a minute.
    expect([await statusWith(pair.refresh), await statusWith(newer.refresh)]).toEqual([200, 200]);
    await refreshed(newer);
    expect(await statusWith(pair.refresh)).toBe(401);
  });

  it('changes name, language and password in either branch, for both', async () => {
    const { atGiza, atMaadi } = await inBoth();
    const elsewhere = await signIn();
    const change = {
      first_name: 'Mouna',
      language: 'ar',
      new_password: 'another long one',
      current_password: mona.password,
    };
    await as(atMaadi).must('PATCH', '/auth/user/', change);
    for (const pair of [atGiza, atMaadi])
      expect(await whoIs(pair)).toMatchObject({ first_name: 'Mouna', language: 'ar' });
    passTrustedTime();
    expect(await statusOf(elsewhere)).toBe(401);
    expect([await statusOf(atGiza), await statusOf(atMaadi)]).toEqual([200, 200]);
    await signIn({ ...mona, password: 'another long one' });
    expect((await anyone().send('POST', '/auth/login/', mona)).status).toBe(400);
  });

  it('has one second factor for all branches, and must have it if one of them asks its managers', async () => {
    const { atGiza, atMaadi } = await inBoth();
    const begun = await as(atMaadi).must('POST', factorPaths.begin, {
      kind: 'totp',
      current_password: mona.password,
    });
    const { token, totp } = z
      .object({ token: z.string(), totp: z.object({ secret: z.string() }) })
      .parse(begun);
    const code = new TOTP({ secret: totp.secret }).generate();
    expect((await as(atMaadi).send('POST', factorPaths.confirm, { token, code })).status).toBe(200);
    for (const at of [atGiza, atMaadi]) {
      expect((await as(at).get(factorPaths.ofUser)).body.totp).not.toBeNull();
      const user = await as(at).get('/auth/user/');
      expect((await as(at).get(`/users/${user.body.id}/`)).body.second_factor).toBe(true);
    }
    // Where she is not at home: the factor is the person's.
    await as(atMaadi).must('PATCH', SETTINGS_PATH, { second_factor: 'managers' });
    expect((await as(atMaadi).get(factorPaths.ofUser)).body.required).toBe(true);
    const asked = await anyone().send('POST', '/auth/login/', mona);
    expect([asked.status, asked.body.second_factor]).toMatchObject([401, { set_up: false }]);

    await server.queryAsOwner('delete from totp; delete from recovery_code');
    passTrustedTime();
    expect([await statusOf(atGiza), await statusOf(atMaadi)]).toEqual([401, 401]);
    const owed = await anyone().send('POST', '/auth/login/', mona);
    expect([owed.status, owed.body.second_factor]).toMatchObject([401, { set_up: true, methods: [] }]);
  });

  it('sees her sign-ins, not one for each branch, and ends one from the other branch', async () => {
    const { atGiza, atMaadi } = await inBoth();
    const tablet = await signIn();
    const onTablet = await switched(tablet, branchIds.maadi);
    const list = await as(atMaadi).listAll('/auth/sessions/');
    expect(list.map(({ id }) => id).sort()).toEqual([sessionOf(atGiza), sessionOf(tablet)].sort());
    expect(list.find(({ id }) => id === sessionOf(atGiza))).toMatchObject({ current: true });
    expect((await as(atMaadi).send('DELETE', `/auth/sessions/${sessionOf(tablet)}/`)).status).toBe(200);
    passTrustedTime();
    expect([await statusOf(tablet), await statusOf(onTablet)]).toEqual([401, 401]);
    expect([await statusOf(atGiza), await statusOf(atMaadi)]).toEqual([200, 200]);
  });
});

describe('a sign-in', () => {
  it('ends in all branches when it ends in one', async () => {
    const { atGiza, atMaadi } = await inBoth();
    expect((await as(atMaadi).send('POST', '/auth/logout/')).status).toBe(200);
    passTrustedTime();
    expect([await statusOf(atGiza), await statusOf(atMaadi)]).toEqual([401, 401]);
    expect([(await refresh(atGiza)).status, (await refresh(atMaadi)).status]).toEqual([401, 401]);
  });

  it('ends in all branches when a refresh token of one is used again', async () => {
    const { atGiza, atMaadi } = await inBoth();
    expect(await statusOf(await refreshed(atMaadi))).toBe(200);
    await server.queryAsOwner(
      "update session set rotated_at = rotated_at - interval '31 seconds' where id = $1",
      [sessionOf(atMaadi)],
    );
    expect((await refresh(atMaadi)).status).toBe(401);
    expect((await refresh(atGiza)).status).toBe(401);
  });

  it('lives as long as it is used in one of its branches, and 90 days at most in each', async () => {
    const { atGiza, atMaadi } = await inBoth();
    const setExpiry = (pair: Tokens, soon: string) =>
      server.queryAsOwner('update session set expires_at = now() + $2::interval where id = $1', [
        sessionOf(pair),
        soon,
      ]);
    await setExpiry(atGiza, '1 minute');
    await setExpiry(atMaadi, '1 minute');
    await refreshed(atMaadi);
    const days = async (pair: Tokens) => {
      const [row] = await server.queryAsOwner(
        'select extract(epoch from expires_at - now()) / 86400 as days, extract(epoch from now() - created_at) / 86400 as age from session where id = $1',
        [sessionOf(pair)],
      );
      return { left: Number(row?.days), age: Number(row?.age) };
    };
    expect((await days(atGiza)).left).toBeGreaterThan(13);
    await server.queryAsOwner(
      "update session set created_at = now() - interval '80 days', ends_at = now() + interval '10 days' where id = $1",
      [sessionOf(atGiza)],
    );
    const again = await switched(atGiza, branchIds.maadi);
    expect((await days(again)).age).toBeGreaterThan(79);
    expect((await days(await refreshed(again))).left).toBeLessThanOrEqual(10);
  });

  it('has one session in a branch: switching again replaces the one before', async () => {
    const { atGiza, atMaadi } = await inBoth();
    const again = await switched(atGiza, branchIds.maadi);
    passTrustedTime();
    expect([await statusOf(atMaadi), await statusOf(again), await statusOf(atGiza)]).toEqual([401, 200, 200]);
  });

  it('goes back to the first branch from a device that has only the other session', async () => {
    const { atMaadi } = await inBoth();
    const back = await switched(atMaadi, branchIds.giza);
    expect((await as(back).get('/branch/details/')).body.name).toBe(giza);
    expect(await statusOf(await refreshed(back))).toBe(200);
  });
});

describe('a manager', () => {
  const staffOf = async (branch: string) => {
    const person = {
      email: `staff${made}-${randomUUID().slice(0, 4)}@several.example`,
      password: 'open sesame',
    };
    const { userId } = await addUser(server.db, {
      ...person,
      branch,
      firstName: 'Sara',
      lastName: 'Nabil',
      accountType: 'staff',
    });
    return { ...person, id: String(userId) };
  };
  const join = (client: ApiClient, id: string, body: object, headers = {}) =>
    client.send('POST', `/users/${id}/join/`, body, headers);

  it('of two branches lets a user work in the other one too, once', async () => {
    const sara = await staffOf(giza);
    const manager = as(await signIn());
    const key = { 'idempotency-key': randomUUID() };
    const body = { branch: branchIds.maadi, account_type: 'staff' };
    const answer = await join(manager, sara.id, body, key);
    expect([answer.status, answer.body]).toEqual([201, { detail: `Sara Nabil works in ${maadi} too.` }]);
    expect((await join(manager, sara.id, body, key)).body).toEqual(answer.body);
    expect((await join(manager, sara.id, body)).status).toBe(409);

    const atMaadi = await switched(await signIn(), branchIds.maadi);
    const listed = (await as(atMaadi).listAll('/users/')).find(({ email }) => email === sara.email);
    expect(listed).toMatchObject({ home_branch: giza, account_type: 'staff', disabled_at: null });
    expect((await as(atMaadi).listAll('/history/?resource=user'))[0]).toMatchObject({ action: 'created' });

    const there = await switched(await signIn(sara), branchIds.maadi);
    expect((await whoIs(there)).account_type).toBe('staff');
    expect((await as(there).get('/users/')).status).toBe(403);
  });

  it('of one branch, or staff in the other, brings nobody there', async () => {
    const sara = await staffOf(giza);
    const body = { branch: branchIds.maadi, account_type: 'manager' };
    const ofGiza = await addUser(server.db, {
      email: `one${made}@several.example`,
      password: 'open sesame',
      branch: giza,
    });
    const client = await server.clientFor(ofGiza);
    expect(await join(client, sara.id, body)).toMatchObject({ status: 400 });
    await addUser(server.db, { email: `two${made}@several.example`, password: 'open sesame', branch: maadi });
    await setUser(server.db, { email: mona.email, branch: maadi }, { account_type: 'staff' });
    expect(await join(as(await signIn()), sara.id, body)).toMatchObject({ status: 403 });
    const asSara = as(await signIn(sara));
    expect(await join(asSara, sara.id, body)).toMatchObject({ status: 403 });
    expect(
      await server.queryAsOwner(
        'select 1 from branch_user where email = $1 and branch_id <> home_branch_id',
        [sara.email],
      ),
    ).toEqual([]);
  });

  it('disables a user of another home in this branch alone, and renames or re-keys nobody from elsewhere', async () => {
    const sara = await staffOf(giza);
    await joinBranch(server.db, { email: sara.email, branch: maadi, accountType: 'staff' });
    const manager = as(await switched(await signIn(), branchIds.maadi));
    const { id } = (await manager.listAll('/users/')).find(({ email }) => email === sara.email) ?? { id: '' };
    const saraAtGiza = await signIn(sara);
    const saraAtMaadi = await switched(saraAtGiza, branchIds.maadi);
    for (const patch of [{ first_name: 'Other' }, { password: 'a password of mine' }]) {
      const answer = await manager.send('PATCH', `/users/${id}/`, patch);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, Object.keys(patch)]);
    }
    expect((await manager.send('PATCH', `/users/${id}/`, { disabled: true })).status).toBe(200);
    passTrustedTime();
    expect([await statusOf(saraAtGiza), await statusOf(saraAtMaadi)]).toEqual([200, 401]);
    expect((await whoIs(saraAtGiza)).branches).toHaveLength(1);
    const back = { branch: branchIds.maadi, refresh: saraAtGiza.refresh };
    expect((await as(saraAtGiza).send('POST', '/auth/switch/', back)).status).toBe(400);
  });

  it('takes nobody over: the password and factor of who works beyond are not set by a manager of the home alone', async () => {
    const sara = await staffOf(giza);
    await joinBranch(server.db, { email: sara.email, branch: maadi, accountType: 'manager' });
    const alone = { email: `alone${made}@several.example`, password: 'open sesame' };
    await addUser(server.db, { ...alone, branch: giza });
    const atHome = as(await signIn(alone));
    const password = { password: 'a password of mine' };
    const refused = await atHome.send('PATCH', `/users/${sara.id}/`, password);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(maadi)]);
    expect((await atHome.send('POST', `/users/${sara.id}/reset-factor/`, {})).body.detail).toContain(maadi);
    expect((await anyone().send('POST', '/auth/login/', sara)).status).toBe(200);
    // Mona manages both branches.
    expect((await as(await signIn()).send('PATCH', `/users/${sara.id}/`, password)).status).toBe(200);
  });

  it('who disables a user at home ends their work everywhere, until each branch enables them again', async () => {
    const sara = await staffOf(giza);
    await joinBranch(server.db, { email: sara.email, branch: maadi, accountType: 'staff' });
    const atMaadi = await switched(await signIn(sara), branchIds.maadi);
    const manager = await signIn();
    await as(manager).send('PATCH', `/users/${sara.id}/`, { disabled: true });
    passTrustedTime();
    expect(await statusOf(atMaadi)).toBe(401);
    const there = as(await switched(manager, branchIds.maadi));
    const { id } = (await there.listAll('/users/')).find(({ email }) => email === sara.email) ?? { id: '' };
    const refused = await there.send('PATCH', `/users/${id}/`, { disabled: false });
    expect([refused.status, refused.body]).toEqual([
      409,
      { detail: `They are disabled in ${giza}, where they sign in.` },
    ]);
    await as(manager).send('PATCH', `/users/${sara.id}/`, { disabled: false });
    expect((await whoIs(await signIn(sara))).branches).toHaveLength(1);
    expect((await there.send('PATCH', `/users/${id}/`, { disabled: false })).status).toBe(200);
    expect((await whoIs(await signIn(sara))).branches).toHaveLength(2);
    for (const disabled of [true, false]) await setUser(server.db, { email: sara.email }, { disabled });
    expect((await whoIs(await signIn(sara))).branches).toHaveLength(1);
  });

  it('at home in another branch approves a write here', async () => {
    const sara = await staffOf(maadi);
    const client = as(await signIn(sara));
    const student = await client.create(students, { name: 'Hana Magdy' });
    const key = randomUUID();
    const body = JSON.stringify({ other: student.id });
    const approval = {
      ...mona,
      method: 'DELETE',
      path: `${students}${student.id}/`,
      key,
      body_hash: await hashOfBytes(body),
    };
    const given = await client.must('POST', '/auth/approval/', approval);
    expect(given.approved_by).toBe('Mona Adel');
    const stranger = { email: `x${made}@several.example`, password: 'open sesame' };
    await addUser(server.db, { ...stranger, branch: giza });
    expect((await client.send('POST', '/auth/approval/', { ...approval, ...stranger })).status).toBe(400);
  });
});

describe('the reports of several branches', () => {
  const asked = '/reports/branches/?from=2026-03-01&until=2026-03-31';

  it('stand beside each other, as each branch reports by itself', async () => {
    const { atGiza, atMaadi } = await inBoth();
    for (const [pair, paid] of [
      [atGiza, '100'],
      [atMaadi, '250'],
    ] as const) {
      await as(pair).create('/month/', { name: 'March' });
      await enrol(as(pair), '300', paid);
    }
    const { results } = branchReports.parse((await as(atMaadi).get(asked)).body);
    expect(results.map(({ name }) => name)).toEqual([giza, maadi]);
    for (const [at, pair] of [atGiza, atMaadi].entries()) {
      const branchReport = await as(pair).get('/reports/?from=2026-03-01&until=2026-03-31');
      expect(results[at]?.report).toEqual(branchReport.body);
    }
    expect(results.map(({ report }) => report.cash[0]?.total)).toEqual(['100.00', '250.00']);
  });

  it('leave out branches whose figures the person may not see, and are no list for staff', async () => {
    await addUser(server.db, { email: `h${made}@several.example`, password: 'open sesame', branch: maadi });
    await setUser(server.db, { email: mona.email, branch: maadi }, { account_type: 'staff' });
    const { atGiza, atMaadi } = await inBoth();
    const { results } = branchReports.parse((await as(atGiza).get(asked)).body);
    expect(results.map(({ name }) => name)).toEqual([giza]);
    expect((await as(atMaadi).get(asked)).status).toBe(403);
    expect((await as(atGiza).get('/reports/branches/?from=x')).status).toBe(400);
  });
});

describe('a student', () => {
  async function enrolledAtGiza() {
    const { atGiza, atMaadi } = await inBoth();
    const [here, there] = [as(atGiza), as(atMaadi)];
    for (const client of [here, there]) await client.create('/month/', { name: 'March' });
    const student = await here.create(students, {
      name: 'Hana Magdy',
      father_name: 'Magdy',
      phone: '01012345678',
    });
    const bodyOfCourse = branchFactory(7).enrolment('adult-course', student.id, {
      price: '300',
      paid_amount: '100',
    });
    const course = await here.create(courses, bodyOfCourse);
    return { here, there, student, course };
  }
  const transfer = (client: ApiClient, id: string, branch: string, headers = {}) =>
    client.send('POST', studentTransferPath(id), { branch }, headers);
  const transfersOf = async (client: ApiClient, id: string) =>
    studentTransfers.parse((await client.get(studentTransferPath(id))).body).results;

  it('is transferred once, with what stays behind, and their money does not move', async () => {
    const { here, there, student, course } = await enrolledAtGiza();
    const months = async () => [(await here.listAll('/month/'))[0], (await there.listAll('/month/'))[0]];
    const before = await months();
    const key = { 'idempotency-key': randomUUID() };
    const answer = await transfer(here, student.id, branchIds.maadi, key);
    expect(answer.status, answer.text).toBe(200);
    expect((await transfer(here, student.id, branchIds.maadi, key)).body).toEqual(answer.body);

    const moved = (await there.listAll(students)).at(-1);
    expect(moved).toMatchObject({
      id: answer.body.id,
      name: 'Hana Magdy',
      father_name: 'Magdy',
      phone: student.phone,
      left_on: null,
    });
    expect(await there.listAll(students)).toHaveLength(1);
    const left = { remaining: '200.00', credit: '0.00', by: 'Mona Adel' };
    expect(await transfersOf(here, student.id)).toMatchObject([
      { direction: 'to', branch: maadi, code: answer.body.code, student_id: answer.body.id, ...left },
    ]);
    expect(await transfersOf(there, String(answer.body.id))).toMatchObject([
      { direction: 'from', branch: giza, code: student.code, student_id: student.id, ...left },
    ]);
    expect((await here.get(`${students}${student.id}/`)).body.left_on).toBe('2026-03-10');
    expect(await months()).toEqual(before);
    expect((await here.create(courses, installment(course.id, '50'))).paid_amount).toBe('50.00');
    const notes = async (client: ApiClient, id: unknown) =>
      (await client.listAll(`/history/?resource=student&record=${id}`)).map(({ note }) => note);
    expect((await notes(here, student.id))[0]).toBe(`Transferred to ${maadi}, ${answer.body.code}`);
    expect(await notes(there, answer.body.id)).toEqual([`Transferred from ${giza}, ${student.code}`]);
    // Once more, by another press.
    expect((await transfer(here, student.id, branchIds.maadi)).body).toEqual(answer.body);
    expect(await transfersOf(here, student.id)).toHaveLength(1);
    expect(await transfersOf(there, String(answer.body.id))).toHaveLength(1);
  });

  it('who comes back has the record of before, with what was changed meanwhile', async () => {
    const { here, there, student } = await enrolledAtGiza();
    const { body } = await transfer(here, student.id, branchIds.maadi);
    await there.send('PATCH', `${students}${body.id}/`, { phone: '01098765432' });
    const back = await transfer(there, String(body.id), branchIds.giza);
    expect(back.body).toMatchObject({ id: student.id, code: student.code });
    expect((await here.get(`${students}${student.id}/`)).body).toMatchObject({
      left_on: null,
      phone: '01098765432',
    });
    expect(await here.listAll(students)).toHaveLength(1);
    await transfer(here, student.id, branchIds.maadi);
    const directions = (await transfersOf(here, student.id)).map(({ direction }) => direction);
    expect(directions).toEqual(['to', 'from', 'to']);
  });

  it('keeps what was changed there when the branch of before transfers again; what is empty is filled', async () => {
    const { here, there, student } = await enrolledAtGiza();
    const { body } = await transfer(here, student.id, branchIds.maadi);
    const at = `${students}${body.id}/`;
    await there.send('PATCH', at, { phone: '01098765432', father_name: '', left_on: '2026-03-10' });
    await here.send('PATCH', `${students}${student.id}/`, { address: '12 Nile St' });
    expect((await transfer(here, student.id, branchIds.maadi)).body).toEqual(body);
    const kept = { phone: '01098765432', father_name: 'Magdy', address: '12 Nile St' };
    expect((await there.get(at)).body).toMatchObject({ ...kept, left_on: '2026-03-10' });
    // Who is in the branch of before without having come back by a transfer is in the other one now.
    await here.send('PATCH', `${students}${student.id}/`, { left_on: '', phone: '01111111111' });
    expect((await transfer(here, student.id, branchIds.maadi)).body).toEqual(body);
    expect((await there.get(at)).body).toMatchObject({ ...kept, left_on: null });
  });

  it('keeps it also in another record that theirs became one with', async () => {
    const { here, there, student } = await enrolledAtGiza();
    const { body } = await transfer(here, student.id, branchIds.maadi);
    const other = await there.create(students, { name: 'Hana M.', phone: '01098765432' });
    expect((await there.send('POST', mergePath(other.id), { other: body.id })).status).toBe(200);
    expect((await transfer(here, student.id, branchIds.maadi)).body.id).toBe(other.id);
    expect((await there.get(`${students}${other.id}/`)).body).toMatchObject({
      name: 'Hana M.',
      phone: '01098765432',
    });
  });

  it('is transferred to branches of the manager alone, and all or nothing', async () => {
    const { here, there, student } = await enrolledAtGiza();
    const foreign = await addBranch(server.db, { name: `Tanta ${made}`, address: '' });
    expect(await transfer(here, student.id, foreign.id)).toMatchObject({ status: 400 });
    expect(await transfer(here, student.id, branchIds.giza)).toMatchObject({ status: 400 });
    expect(await transfer(there, student.id, branchIds.giza)).toMatchObject({ status: 404 });
    expect(await there.listAll(students)).toEqual([]);
    expect((await here.get(`${students}${student.id}/`)).body.left_on).toBeNull();
  });

  it('is transferred in both directions at once without a deadlock', async () => {
    const { here, there } = await enrolledAtGiza();
    const [one, two] = await Promise.all(
      [here, there].map((client) =>
        Promise.all([1, 2, 3, 4].map((number) => client.create(students, { name: `Twin ${number} Sami` }))),
      ),
    );
    const answers = await Promise.all([
      ...(one ?? []).map(({ id }) => transfer(here, id, branchIds.maadi)),
      ...(two ?? []).map(({ id }) => transfer(there, id, branchIds.giza)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
