import { type Kysely, sql } from 'kysely';
import { type Calendar, type Day, dayAfter, dayOf } from '#contract/days.ts';
import type { Language } from '#contract/messages.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import { calendarColumns, calendarOf, joinSettings, type StoredCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { storedLanguage } from '#server/messages/language.ts';

/** In the branch's zone; later where the day before ends later. */
const SENT_AT_HOUR = 6;

/** The newest day whose mail is due. */
export const dayToMail = (now: Date, { timeZone, dayBegins }: Calendar): Day =>
  dayAfter(dayOf(now, { timeZone, dayBegins: Math.max(SENT_AT_HOUR, dayBegins) }), -1);

export interface Recipient extends AuthenticatedUser {
  readonly email: string;
  readonly language: Language;
  /** Day of the mail before; null without one. */
  readonly before: Day | null;
  readonly calendar: Calendar;
  /** The day that the mail is about. */
  readonly day: Day;
}

/**
 * Takes one manager who has not got the newest mail that is due, and stores that they have: no other server takes them, even
 * if this one is killed before it sends. A stored day beyond tomorrow was written by a wrong clock and does not count.
 * @param except ids of users whose mail cannot be delivered now
 * @returns undefined when everybody has it
 */
export async function claimRecipient(
  db: Kysely<Database>,
  now: Date,
  except: readonly bigint[],
): Promise<Recipient | undefined> {
  const { timeZone, dayBegins } = calendarOf({ time_zone: null, day_begins: null });
  const { rows } = await sql<
    StoredCalendar & {
      branch_id: bigint;
      id: bigint;
      email: string;
      language: string | null;
      before: Day | null;
      day: Day;
    }
  >`
    with due as (
      select account.branch_id, account.id, account.email, account.language, daily_mailed, newest.day, ${calendarColumns}
      from branch_user as account
        ${joinSettings(sql.ref('account.branch_id'))}
        cross join lateral (select (${now}::timestamptz at time zone coalesce(settings.time_zone, ${timeZone})
          - make_interval(hours => greatest(${SENT_AT_HOUR}, coalesce(settings.day_begins, ${String(dayBegins)})::integer)))::date - 1 as day) as newest
      where daily_mail and account_type = 'manager' and disabled_at is null and account.id <> all(${except.map(String)}::bigint[])
        and (daily_mailed is null or daily_mailed < newest.day or daily_mailed > newest.day + 1)
      order by account.id limit 1 for no key update of account skip locked)
    update app_user as account set daily_mailed = due.day from due
    where account.branch_id = due.branch_id and account.id = due.id
    returning account.branch_id, account.id, due.email, due.language, due.daily_mailed::text as before, due.day::text,
      due.time_zone, due.day_begins`.execute(db);
  const [taken] = rows;
  return (
    taken && {
      branchId: taken.branch_id,
      userId: taken.id,
      email: taken.email,
      language: storedLanguage(taken.language) ?? 'en',
      before: taken.before,
      day: taken.day,
      calendar: calendarOf(taken),
    }
  );
}

/** For a mail that surely was not delivered: it is tried again. */
export async function giveBackRecipient(
  db: Kysely<Database>,
  { branchId, userId, before, day }: Recipient,
): Promise<void> {
  await sql`update app_user set daily_mailed = ${before}::date
    where branch_id = ${branchId} and id = ${userId} and daily_mailed = ${day}::date`.execute(db);
}
