import { beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { OWN_DRAWER_PATH } from '#contract/closes.ts';
import { DEBTS_PATH, debtsPage } from '#contract/debts.ts';
import { MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { dueRenewals, RENEWALS_PATH } from '#contract/renewals.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { assertDatabaseHasZone } from '#server/db/calendars.ts';
import { httpErrorOf } from '#server/db/database-errors.ts';
import { courses, enrol, expenses, students } from './bodies.ts';
import { withDesk } from './with-server.ts';

const buses = resourceOf('bus').path;
const { server, manager, staff, factory } = withDesk();

const at = (instant: string) => {
  server.clock.now = new Date(instant);
};
const set = (change: object) => manager.send('PATCH', SETTINGS_PATH, change);
const taken = async (filter: string) =>
  (await manager.listAll(`${expenses}?${filter}`)).map(({ title }) => title);
const spend = (title: string, given: object = {}) =>
  manager.create(expenses, { title, amount: '10', ...given });

describe('the day of a branch in Cairo (decision 173)', () => {
  it.each([
    ['2026-11-30T22:20:00Z', '2026-12-01', 'at 00:20 in winter'],
    ['2026-07-31T21:20:00Z', '2026-08-01', 'at 00:20 in summer'],
    ['2026-07-31T23:40:00Z', '2026-08-01', 'at 02:40 in summer'],
    ['2026-04-23T22:00:00Z', '2026-04-24', 'at the midnight that does not exist'],
    ['2026-10-29T21:30:00Z', '2026-10-29', 'in the hour that comes twice'],
  ])('of a record written at %s is %s, %s', async (instant, day) => {
    at(instant);
    const made = await spend('Tea');
    expect(made).toMatchObject({ day, custom_date: null });
    expect(await taken(`created_after=${day}&created_before=${day}`)).toContain('Tea');
    expect((await manager.create(students, factory.student())).day).toBe(day);
    expect((await spend('Paper', { custom_date: '2026-03-01' })).day).toBe('2026-03-01');
  });

  it('starts and ends a month, and is that of reports and drawers', async () => {
    const newBranch = await server.newClient();
    at('2026-11-30T22:21:00Z');
    const month = await newBranch.create('/month/', { name: 'December' });
    expect(month.start_date).toBe('2026-12-01');
    await enrol(newBranch, '1000', '400', factory);
    const report = await newBranch.get('/reports/?from=2026-12-01&until=2026-12-01');
    expect(report.body).toMatchObject({ cash: [{ total: '400.00' }], debts: '600.00' });
    const drawer = await newBranch.get(OWN_DRAWER_PATH);
    expect(drawer.body).toMatchObject({ taken: { since: '2026-11-30T22:00:00.000Z', total: '400.00' } });
    at('2026-12-31T21:59:00Z');
    expect((await newBranch.send('POST', MONTH_TOGGLE_PATH)).body.end_date).toBe('2026-12-31');
  });

  it('decides at 00:20 who has left, which enrolment ends, which promise is broken and how old a debt is', async () => {
    const newBranch = await server.newClient();
    at('2026-11-29T10:00:00Z');
    await newBranch.create('/month/', { name: 'November' });
    const payer = await newBranch.create(students, factory.student());
    const enrolment = factory.enrolment('bus', payer.id, { price: '400', paid_amount: '0' });
    const bus = await newBranch.create(buses, enrolment);
    await newBranch.create('/promises/', { student: payer.id, due_day: '2026-11-30', amount: '' });
    const gone = await newBranch.create(students, { ...factory.student(), left_on: '2026-12-29' });
    const shown = async () => {
      const debts = debtsPage.parse((await newBranch.get(DEBTS_PATH)).body);
      const ending = dueRenewals.parse((await newBranch.get(RENEWALS_PATH)).body);
      return {
        present: (await newBranch.listAll(`${students}?present=true`)).map(({ id }) => id).includes(gone.id),
        debt: debts.results[0],
        ending: ending.kinds.find(({ resource }) => resource === 'bus'),
      };
    };
    expect(bus.ends_on).toBe('2026-12-28');
    at('2026-11-30T21:50:00Z');
    expect((await shown()).debt).toMatchObject({ age_days: 1, promise: { state: 'open' } });
    at('2026-11-30T22:20:00Z');
    expect((await shown()).debt).toMatchObject({ age_days: 2, promise: { state: 'broken' } });
    at('2026-12-28T21:50:00Z');
    expect(await shown()).toMatchObject({ present: true, ending: { ending: 1, ended: 0 } });
    at('2026-12-28T22:20:00Z');
    expect(await shown()).toMatchObject({ present: false, ending: { ending: 0, ended: 1 } });
  });

  it('lets staff correct at 02:10 what they took at 01:50, and not what they took before midnight', async () => {
    at('2026-12-01T21:50:00Z');
    const yesterdays = await enrol(staff, '1000', '400', factory);
    at('2026-12-01T23:50:00Z');
    const todays = await enrol(staff, '1000', '400', factory);
    at('2026-12-02T00:10:00Z');
    const lower = (id: string) => staff.send('PATCH', `${courses}${id}/`, { paid_amount: '300' });
    expect((await lower(todays.id)).status).toBe(200);
    expect((await lower(yesterdays.id)).status).toBe(403);
  });

  it('changes with the settings, and what is stored keeps its day', async () => {
    at('2026-12-02T23:30:00Z');
    const before = await spend('Before');
    expect(before.day).toBe('2026-12-03');
    expect((await set({ day_begins: '4' })).status).toBe(200);
    expect((await spend('Night')).day).toBe('2026-12-02');
    expect((await set({ day_begins: '0', time_zone: 'America/New_York' })).status).toBe(200);
    expect((await spend('Evening')).day).toBe('2026-12-02');
    expect((await manager.get(`${expenses}${before.id}/`)).body.day).toBe('2026-12-03');
    const url = `/api${expenses}export/?format=csv`;
    const { payload } = await server.app.inject({ url, headers: manager.authorization });
    expect(payload).toMatch(/Before.*2026-12-03/);
    const details = await staff.get('/branch/details/');
    expect(details.body).toMatchObject({ time_zone: 'America/New_York', day_begins: 0 });
    expect((await set({ time_zone: 'Africa/Cairo' })).status).toBe(200);
  });

  it('takes no zone that only the tz database of the server has, and calls no other wrong parameter a zone', async () => {
    const unknown = Object.assign(new Error('time zone "Nile/New" not recognized'), { code: '22023' });
    const refused = assertDatabaseHasZone('Nile/New', () => Promise.reject(unknown));
    await expect(refused).rejects.toMatchObject({
      body: { time_zone: ['Name a time zone, such as Africa/Cairo'] },
    });
    expect(httpErrorOf(unknown)).toBeUndefined();
  });

  it('takes no zone that does not exist and no hour that is none', async () => {
    for (const time_zone of ['Africa/Kairo', 'CET', '+02:00', '', 2, null])
      expect((await set({ time_zone })).body.time_zone, String(time_zone)).toHaveLength(1);
    for (const day_begins of ['12', '-1', '4.5', 'four'])
      expect((await set({ day_begins })).body.day_begins, day_begins).toHaveLength(1);
  });
});

describe('a day that was cleared', () => {
  beforeEach(() => at('2026-11-30T22:20:00Z'));

  it('becomes that of the moment at which the record came', async () => {
    const { id } = await spend('Chalk', { custom_date: '2026-11-05' });
    at('2026-12-09T10:00:00Z');
    const cleared = await manager.send('PATCH', `${expenses}${id}/`, { custom_date: null });
    expect(cleared.body).toMatchObject({ custom_date: null, day: '2026-12-01' });
  });
});
