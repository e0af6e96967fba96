import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { SetupBody } from '#contract/setup.ts';
import { changePerson, replacePassword } from '#server/accounts/directory.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { type AuthenticatedUser, BranchScope, type Person } from '#server/db/branch-scope.ts';
import { setCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { createMonth } from '#server/months/month-lifecycle.ts';

const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 12;

async function findUnclaimed(db: Kysely<Database>): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select account.branch_id as "branchId", account.id as "userId", person_id as "personId"
    from first_run join app_user as account on account.branch_id = first_run.branch_id and account.id = first_run.user_id
    where not exists (select 1 from session) and not exists (select 1 from history)`.execute(db);
  return rows[0];
}

/** The holder of the printed code sets up the branch and becomes its first manager (decision 60). */
export class FirstRun {
  readonly #db: Kysely<Database>;
  readonly #secret: string;
  readonly #clock: () => Date;

  constructor(db: Kysely<Database>, tokenSecret: string, clock: () => Date = () => new Date()) {
    this.#db = db;
    this.#secret = tokenSecret;
    this.#clock = clock;
  }

  async isRequired(): Promise<boolean> {
    return (await findUnclaimed(this.#db)) !== undefined;
  }

  /** Derived from token secret and database, so that all servers print the same code, also after a restart. */
  async code(): Promise<string> {
    const { rows } = await sql<{ id: string }>`select id from generation`.execute(this.#db);
    const digest = createHmac('sha256', this.#secret).update(`first run\0${rows[0]?.id}`).digest();
    const letters = [...digest.subarray(0, CODE_LENGTH)].map(
      (byte) => CODE_LETTERS[byte % CODE_LETTERS.length],
    );
    return letters.join('').replace(/(.{4})(?!$)/g, '$1-');
  }

  /** Takes equally long for any text. Case, spaces and dashes do not matter. */
  async isCode(typed: string): Promise<boolean> {
    const digest = (text: string) =>
      createHash('sha256').update(text.toLowerCase().replace(/[\s-]/g, '')).digest();
    return timingSafeEqual(digest(typed), digest(await this.code()));
  }

  /** Undefined if somebody was first. A sign-in with the printed password waits at the user's row and is refused. */
  async claim(body: SetupBody): Promise<AuthenticatedUser | undefined> {
    const passwordHash = await hashPassword(body.password);
    return this.#db.transaction().execute(async (transaction) => {
      await sql`lock table first_run in exclusive mode`.execute(transaction);
      const user = await findUnclaimed(transaction);
      if (!user) return undefined;
      const { branchId, userId } = user;
      await sql`delete from first_run`.execute(transaction);
      await replacePassword(transaction, user, passwordHash);
      const { branch: name, address, email, first_name, last_name } = body;
      await transaction.updateTable('branch').set({ name, address }).where('id', '=', branchId).execute();
      await changePerson(transaction, user.personId, { email, first_name, last_name });
      await transaction
        .updateTable('app_user')
        .set({ account_type: 'manager' })
        .where('branch_id', '=', branchId)
        .where('id', '=', userId)
        .execute();
      const calendar = await setCalendar(transaction, branchId, {
        timeZone: body.time_zone,
        dayBegins: body.day_begins,
      });
      const scope = new BranchScope(
        transaction,
        { ...user, calendar },
        { now: this.#clock(), isReading: false },
      );
      await createMonth(scope, {
        name: body.month,
      });
      return user;
    });
  }
}
