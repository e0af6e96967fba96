import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Tokens, tokens } from '#contract/account.ts';
import { mergePath } from '#contract/student-merges.ts';
import { studentTransferPath, studentTransfers } from '#contract/student-transfers.ts';
import { addBranch, addUser, joinBranch } from '#server/accounts/administration.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, installment, students } from './bodies.ts';
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
  mona = { email: `mona${made}@transfers.example`, password: 'open sesame' };
  await addUser(server.db, { ...mona, branch: giza, firstName: 'Mona', lastName: 'Adel' });
  await joinBranch(server.db, { email: mona.email, branch: maadi, accountType: 'manager' });
});

const as = ({ access }: Tokens) => server.clientWithToken(access);

async function inBoth(): Promise<{ readonly atGiza: Tokens; readonly atMaadi: Tokens }> {
  const signedIn = await server.clientWithToken(undefined).send('POST', '/auth/login/', mona);
  const atGiza = tokens.parse(signedIn.body);
  const body = { branch: branchIds.maadi, refresh: atGiza.refresh };
  const switched = await as(atGiza).send('POST', '/auth/switch/', body);
  return { atGiza, atMaadi: tokens.parse(switched.body) };
}

describe('a student', () => {
  async function enrolledAtGiza() {
    const pairs = await inBoth();
    const [here, there] = [as(pairs.atGiza), as(pairs.atMaadi)];
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
