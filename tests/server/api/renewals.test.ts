import { describe, expect, it } from 'vitest';
import { dueRenewals, RENEWALS_PATH, renewableResources, renewalsAnswer } from '#contract/renewals.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { endByPeriod, lastDayOfTerm } from '#contract/rules/term.ts';
import { createRandom } from '#server/demo/branch-factory.ts';
import { atOnce, withStatus } from './at-once.ts';
import { courses, installment, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const buses = resourceOf('bus').path;
const { server, client, factory } = withBranch(() => {
  server.clock.now = new Date('2026-11-20T10:00:00Z');
});

async function rideSince(custom_date: string, given: object = {}) {
  const { id } = await client.create(students, factory.student());
  return client.create(
    buses,
    factory.enrolment('bus', id, { price: '400', paid_amount: '0', custom_date, ...given }),
  );
}

const renew = async (rows: readonly object[], by = client, headers = {}) =>
  renewalsAnswer.parse(await by.must('POST', RENEWALS_PATH, { rows }, headers)).rows;
const row = ({ id }: { id: string }, body: object = {}) => ({ resource: 'bus', record: id, body });
const due = async (query: string, path = buses) =>
  (await client.listAll(`${path}?${query}`)).map(({ id }) => id).sort();

describe('the end of an enrolment (decision 133)', () => {
  it('follows its period, and the database agrees with the rule on any day', async () => {
    const chance = createRandom(133);
    const { id: student } = await client.create(students, factory.student());
    for (let round = 0; round < 60; round += 1) {
      const kind = chance.pick(['adult-course', 'bus', 'nursery'] as const satisfies readonly ResourceName[]);
      const custom_date = new Date(Date.UTC(2023, 0, 1 + chance.whole(0, 1500))).toISOString().slice(0, 10);
      const made = await client.create(
        resourceOf(kind).path,
        factory.enrolment(kind, student, { custom_date }),
      );
      expect(made.ends_on, `${kind} ${custom_date} ${made.period}`).toBe(
        endByPeriod(resourceOf(kind).fields, made),
      );
    }
    expect(lastDayOfTerm('9999-12-31', 12)).toBe('9999-12-31');
    for (const [first, months, last] of [
      ['2026-11-01', 1, '2026-11-30'],
      ['2026-01-31', 1, '2026-02-28'],
      ['2026-01-28', 1, '2026-02-27'],
      ['2024-02-29', 12, '2025-02-28'],
    ] as const) {
      expect(lastDayOfTerm(first, months)).toBe(last);
      const body = { custom_date: first, period: String(months) };
      expect(await client.create(courses, factory.enrolment('adult-course', student, body))).toMatchObject({
        ends_on: last,
      });
    }
  });

  it('can be chosen and cleared, moves with the start, and is not before it', async () => {
    const ride = await rideSince('2026-11-01');
    const change = async (body: object) => (await client.send('PATCH', `${buses}${ride.id}/`, body)).body;
    expect(ride.ends_on).toBe('2026-11-30');
    expect(await change({ custom_date: '2026-11-10' })).toMatchObject({ ends_on: '2026-12-09' });
    expect(await change({ custom_date: '2026-12-20' })).toMatchObject({ ends_on: '2027-01-19' });
    expect(await change({ custom_date: '2026-11-10', ends_on: '2026-12-09' })).toMatchObject({
      ends_on: '2026-12-09',
    });
    expect(await change({ custom_date: '2026-11-09' })).toMatchObject({ ends_on: '2026-12-08' });
    expect(await change({ ends_on: '2026-12-24' })).toMatchObject({ ends_on: '2026-12-24' });
    expect(await change({ custom_date: '2026-11-12' })).toMatchObject({ ends_on: '2026-12-24' });
    expect((await change({ ends_on: '2026-11-11' })).ends_on).toEqual([
      'It begins on 12/11/2026: choose that day or a later one.',
    ]);
    expect(await change({ ends_on: null })).toMatchObject({ ends_on: '2026-12-11' });
    const { id: _id, ...same } = ride;
    const refused = await client.send('POST', buses, { ...same, custom_date: null, ends_on: '2026-11-19' });
    expect(refused.body.ends_on, refused.text).toHaveLength(1);
  });

  it('is chosen by staff of an enrolment that somebody else recorded, since it moves no money', async () => {
    const ride = await rideSince('2026-11-01');
    const staff = await server.newColleague(client, 'staff');
    const change = (body: object) => staff.send('PATCH', `${buses}${ride.id}/`, body);
    expect((await change({ ends_on: '2026-12-05' })).status).toBe(200);
    expect((await change({ custom_date: '2026-11-02' })).status).toBe(403);
  });

  it('an installment has none', async () => {
    const ride = await rideSince('2026-11-01', { paid_amount: '0' });
    expect(await client.create(buses, installment(ride.id, '5'))).toMatchObject({ ends_on: null });
    expect(await due('ending_before=2026-12-04')).toEqual([ride.id]);
  });
});

describe('what ends soon (decision 133)', () => {
  it('is what ends from today until that day, or from another day, and that nothing follows', async () => {
    const ended = await rideSince('2026-10-19');
    const today = await rideSince('2026-10-21');
    const last = await rideSince('2026-11-05');
    const later = await rideSince('2026-11-06');
    expect([ended.ends_on, today.ends_on, last.ends_on, later.ends_on]).toEqual([
      '2026-11-18',
      '2026-11-20',
      '2026-12-04',
      '2026-12-05',
    ]);
    expect(await due('ending_before=2026-12-04')).toEqual([today.id, last.id].sort());
    expect(await due('ending_before=2026-12-04&ending_after=2026-11-01')).toEqual(
      [ended.id, today.id, last.id].sort(),
    );
    expect(dueRenewals.parse((await client.get(RENEWALS_PATH)).body)).toEqual({
      kinds: [{ resource: 'bus', ending: 2, ended: 1 }],
    });
    expect((await client.get(`${buses}?ending_before=soon`)).status).toBe(400);
    expect((await client.get('/students/?ending_before=2026-12-04')).status).toBe(200);
  });

  it('leaves out what was renewed, or is followed by a new one of the kind, and students who left', async () => {
    const renewed = await rideSince('2026-11-01');
    const followed = await rideSince('2026-11-01');
    const besides = await rideSince('2026-11-01');
    const leaving = await rideSince('2026-11-01');
    await renew([row(renewed)]);
    await client.create(buses, factory.enrolment('bus', String(followed.student)));
    await client.create(
      buses,
      factory.enrolment('bus', String(besides.student), { custom_date: '2026-11-16', ends_on: '2027-11-30' }),
    );
    await client.create(courses, factory.enrolment('adult-course', String(besides.student)));
    await client.send('PATCH', `${students}${leaving.student}/`, { left_on: '2026-11-20' });
    expect(await due('ending_before=2026-12-04')).toEqual([besides.id]);
    const [made] = (await client.listAll(`${buses}?student=${renewed.student}`)).filter(
      ({ renews }) => renews === renewed.id,
    );
    await client.send('DELETE', `${buses}${made?.id}/`);
    expect(await due('ending_before=2026-12-04')).toEqual([renewed.id, besides.id].sort());
  });
});

describe('POST /renewals/ (decision 133)', () => {
  it('takes over what a row does not say, from the day after the end and at the next level', async () => {
    const { id: student } = await client.create(students, factory.student());
    const last = await client.create(
      courses,
      factory.enrolment('adult-course', student, {
        level: '3',
        period: '2',
        price: '900',
        paid_amount: '0',
        custom_date: '2026-10-01',
        notes: 'asked for the evening',
      }),
    );
    const [one] = await renew([{ resource: 'adult-course', record: last.id }]);
    expect(one).toMatchObject({
      status: 201,
      record: last.id,
      created: {
        student,
        level: '4',
        period: '2',
        price: '900.00',
        paid_amount: '0.00',
        remaining_amount: '900.00',
        custom_date: '2026-12-01',
        ends_on: '2027-01-31',
        notes: null,
        receipt_number: 'Renewal',
        renews: last.id,
      },
    });
  });

  it('writes each row or refuses it by itself, with the sentence at its field', async () => {
    const [good, renewed, gone, left, wrong] = [
      await rideSince('2026-11-01'),
      await rideSince('2026-11-01'),
      await rideSince('2026-11-01'),
      await rideSince('2026-11-01'),
      await rideSince('2026-11-01'),
    ];
    await renew([row(renewed)]);
    await client.send('DELETE', `${buses}${gone.id}/`);
    await client.send('PATCH', `${students}${left.student}/`, { left_on: '2026-11-18' });
    const before = (await client.listAll(buses)).length;
    const outcomes = await renew([
      row(wrong, { paid_amount: '500' }),
      row(renewed),
      row(good, { price: '450', paid_amount: '50', receipt_number: '900', payment_method: 'cash' }),
      row(gone),
      row(left),
      row(good),
      { resource: 'nursery', record: good.id },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([400, 409, 201, 404, 409, 409, 404]);
    expect(outcomes[0]).toMatchObject({ refusal: { paid_amount: ['Only L.E. 400.00 remains to be paid.'] } });
    expect(outcomes[1]).toMatchObject({ refusal: { detail: expect.stringContaining('renewed already') } });
    expect(outcomes[2]).toMatchObject({
      created: { price: '450.00', paid_amount: '50.00', renews: good.id },
    });
    expect(outcomes[4]).toMatchObject({ refusal: { detail: expect.stringContaining('18/11/2026') } });
    expect((await client.listAll(buses)).length).toBe(before + 1);
    const history = await client.get('/history/?page=1&resource=bus');
    expect(history.body.count).toBe(8);
  });

  it('a key gives the same outcomes again and writes nothing more', async () => {
    const rides = [await rideSince('2026-11-01'), await rideSince('2026-11-02')];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const rows = [...rides.map((ride) => row(ride)), row({ id: '1' })];
    const first = await renew(rows, client, headers);
    expect(await renew(rows, client, headers)).toEqual(first);
    expect((await client.listAll(buses)).filter(({ renews }) => renews !== null)).toHaveLength(2);
    expect((await client.send('POST', RENEWALS_PATH, { rows: [] }, headers)).status).toBe(422);
  });

  it('32 desks that renew the same enrolments in any order renew each once, and all get an outcome', async () => {
    const rides = await Promise.all(
      Array.from({ length: 5 }, (_, index) => rideSince(`2026-11-0${index + 1}`)),
    );
    const answers = await atOnce((index) => {
      const order = index % 2 === 0 ? rides : rides.toReversed();
      if (index % 8 === 7)
        return client.send('POST', buses, {
          ...factory.enrolment('bus', String(rides[0]?.student)),
          renews: rides[0]?.id,
        });
      return client.send('POST', RENEWALS_PATH, { rows: order.map((ride) => row(ride)) });
    });
    const many = withStatus(answers, 200);
    expect(many).toHaveLength(28);
    const outcomes = many.flatMap(({ body }) => renewalsAnswer.parse(body).rows);
    const alone = withStatus(answers, 201).length;
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(5 - alone);
    expect(outcomes.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const renewals = (await client.listAll(buses)).flatMap(({ renews }) => renews ?? []);
    expect(renewals.toSorted()).toEqual(rides.map(({ id }) => id).sort());
  });

  it('refuses a body without rows, with too many, or with another resource', async () => {
    for (const body of [
      {},
      { rows: [] },
      { rows: 'all' },
      { rows: [{ resource: 'student', record: '1' }] },
      { rows: Array.from({ length: 101 }, () => row({ id: '1' })) },
    ])
      expect((await client.send('POST', RENEWALS_PATH, body)).body.rows, JSON.stringify(body)).toHaveLength(
        1,
      );
  });

  it('works for every kind, and an enrolment by itself can renew too', async () => {
    for (const kind of renewableResources) {
      const { id: student } = await client.create(students, factory.student());
      const path = resourceOf(kind).path;
      const last = await client.create(path, factory.enrolment(kind, student, { paid_amount: '0' }));
      expect(await renew([{ resource: kind, record: last.id }])).toMatchObject([{ status: 201 }]);
      const other = await client.create(path, factory.enrolment(kind, student));
      const next = { ...factory.enrolment(kind, student), renews: other.id };
      expect(await client.create(path, next)).toMatchObject({ renews: other.id });
      expect((await client.send('POST', path, next)).status).toBe(409);
      const stranger = await client.create(students, factory.student());
      const [theirs, ours] = [
        factory.enrolment(kind, stranger.id),
        await client.create(path, next).catch(() => last),
      ];
      expect((await client.send('POST', path, { ...theirs, renews: ours.id })).status).toBeGreaterThanOrEqual(
        400,
      );
      expect(
        (await client.send('PATCH', `${path}${last.id}/`, { renews: other.id })).body.renews,
      ).toHaveLength(1);
      expect((await client.send('POST', path, { ...next, renews: 'nothing' })).body.renews).toHaveLength(1);
    }
  });
});
