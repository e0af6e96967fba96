import { type Kysely, sql } from 'kysely';
import { DAY_MS, type Day, utcDay } from '#contract/days.ts';
import type { Language } from '#contract/messages.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { storedLanguage } from '#server/messages/language.ts';

/** 06:00 in Cairo in winter, 07:00 in summer: days are UTC days (decision 8), and this one is over everywhere in Egypt. */
const SENT_AT_UTC_HOUR = 4;
const HOUR_MS = 3_600_000;

/** The newest day whose mail is due. */
export const dayToMail = (now: Date): Day =>
  utcDay(new Date(now.getTime() - SENT_AT_UTC_HOUR * HOUR_MS - DAY_MS));

export interface Recipient extends AuthenticatedUser {
  readonly email: string;
  readonly language: Language;
  /** Day of the mail before; null without one. */
  readonly before: Day | null;
}

/**
 * Takes one manager who has not got the mail of this day, and stores that they have: no other server takes them, even
 * if this one is killed before it sends. A stored day beyond tomorrow was written by a wrong clock and does not count.
 * @param except ids of users whose mail cannot be delivered now
 * @returns undefined when everybody has it
 */
export async function claimRecipient(
  db: Kysely<Database>,
  day: Day,
  except: readonly bigint[],
): Promise<Recipient | undefined> {
  const { rows } = await sql<{
    branch_id: bigint;
    id: bigint;
    email: string;
    language: string | null;
    before: Day | null;
  }>`
    with due as (
      select branch_id, id, daily_mailed from app_user
      where daily_mail and account_type = 'manager' and disabled_at is null and id <> all(${except.map(String)}::bigint[])
        and (daily_mailed is null or daily_mailed < ${day}::date or daily_mailed > ${day}::date + 1)
      order by id limit 1 for no key update skip locked)
    update app_user as own set daily_mailed = ${day}::date from due
    where own.branch_id = due.branch_id and own.id = due.id
    returning own.branch_id, own.id, own.email, own.language, due.daily_mailed::text as before`.execute(db);
  const [taken] = rows;
  return (
    taken && {
      branchId: taken.branch_id,
      userId: taken.id,
      email: taken.email,
      language: storedLanguage(taken.language) ?? 'en',
      before: taken.before,
    }
  );
}

/** For a mail that surely was not delivered: it is tried again. */
export async function giveBackRecipient(
  db: Kysely<Database>,
  { branchId, userId, before }: Recipient,
  day: Day,
): Promise<void> {
  await sql`update app_user set daily_mailed = ${before}::date
    where branch_id = ${branchId} and id = ${userId} and daily_mailed = ${day}::date`.execute(db);
}
