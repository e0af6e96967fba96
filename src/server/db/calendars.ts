import { type Kysely, type RawBuilder, sql } from 'kysely';
import { defaultSettings } from '#contract/branch-settings.ts';
import { type Calendar, isTimeZone, UTC } from '#contract/days.ts';
import { bodies } from '#contract/texts/bodies.en.ts';
import { badField } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import type { BranchScope } from './branch-scope.ts';
import type { Database } from './database.ts';

/** Null in a branch that has no settings yet. */
export interface StoredCalendar {
  readonly time_zone: string | null;
  readonly day_begins: string | null;
}

/** For a select with `joinSettings`. */
export const calendarColumns = sql`settings.time_zone, settings.day_begins`;

export const joinSettings = (branch: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left join branch_settings as settings on settings.branch_id = ${branch}`;

/** A zone that this server's tz database lacks counts as UTC. */
export function calendarOf({ time_zone, day_begins }: StoredCalendar): Calendar {
  const timeZone = time_zone ?? defaultSettings.time_zone;
  return {
    timeZone: isTimeZone(timeZone) ? timeZone : UTC.timeZone,
    dayBegins: Number(day_begins ?? defaultSettings.day_begins),
  };
}

/** For a scope that was made without it. */
export async function readCalendar(scope: BranchScope): Promise<Calendar> {
  const stored = await scope.first(
    sql<StoredCalendar>`select ${calendarColumns} from ${scope.rows('branch_settings')} as settings`,
  );
  return calendarOf(stored ?? { time_zone: null, day_begins: null });
}

const INVALID_PARAMETER_VALUE = '22023';

/** @throws {HttpError} 400 where the database's own tz data, which may be older than this server's, lack the zone */
export async function assertDatabaseHasZone(
  timeZone: string,
  run: (query: RawBuilder<unknown>) => Promise<unknown>,
): Promise<void> {
  await run(sql`select now() at time zone ${timeZone}`).catch((error: unknown) => {
    throw codeOf(error) === INVALID_PARAMETER_VALUE ? badField('time_zone', bodies.timeZone) : error;
  });
}

export interface CalendarChange {
  readonly timeZone?: string | undefined;
  /** Hour. */
  readonly dayBegins?: string | undefined;
}

/**
 * Absent values stay. What is stored keeps its day.
 * @throws {HttpError} 400 for a zone that the database lacks
 * @returns the calendar from now on
 */
export async function setCalendar(
  db: Kysely<Database>,
  branchId: bigint,
  change: CalendarChange,
): Promise<Calendar> {
  const { receipt_language, paper, time_zone, day_begins } = defaultSettings;
  const [zone = null, hour = null] = [change.timeZone, change.dayBegins];
  if (zone !== null) await assertDatabaseHasZone(zone, (query) => query.execute(db));
  const { rows } = await sql<StoredCalendar>`
    insert into branch_settings as settings (branch_id, receipt_language, paper, time_zone, day_begins)
    values (${branchId}, ${receipt_language}, ${paper}, coalesce(${zone}, ${time_zone}), coalesce(${hour}, ${day_begins}))
    on conflict (branch_id) do update set time_zone = coalesce(${zone}, settings.time_zone),
      day_begins = coalesce(${hour}, settings.day_begins), version = settings.version + 1
    returning ${calendarColumns}`.execute(db);
  return calendarOf(rows[0] ?? { time_zone: null, day_begins: null });
}
