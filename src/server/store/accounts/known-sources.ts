import { type Kysely, sql } from 'kysely';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';

/** How long a source stays known after its last use, in days: as long as a session may last (decision 48). */
const KNOWN_DAYS = 90;
/** Sources that are remembered of a user; the one that was not used for longest goes first. */
const MAX_SOURCES = 20;
/** Time for which a process does not write the same source again, in milliseconds. */
const WRITTEN_MS = 3_600_000;
const MAX_WRITTEN = 10_000;

/** Remembers from where users sign in (decision 121). */
export class KnownSources {
  readonly #db: Kysely<Database>;
  readonly #written = new Map<string, number>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Remembers that a user has proven who they are from this source; at most once an hour. */
  async remember({ branchId, userId }: AuthenticatedUser, source: string): Promise<void> {
    const key = `${branchId}/${userId} ${source}`;
    if (performance.now() < (this.#written.get(key) ?? 0)) return;
    if (this.#written.size >= MAX_WRITTEN) this.#written.clear();
    this.#written.set(key, performance.now() + WRITTEN_MS);
    const older = sql`select source from known_source where branch_id = ${branchId} and user_id = ${userId} and source <> ${source}
      order by last_used_at desc offset ${sql.lit(MAX_SOURCES - 1)}`;
    await sql`
      with dropped as (
        delete from known_source where branch_id = ${branchId} and user_id = ${userId} and source in (${older}))
      insert into known_source (branch_id, user_id, source)
      select branch_id, id, ${source} from app_user where branch_id = ${branchId} and id = ${userId}
      on conflict (branch_id, user_id, source) do update set last_used_at = now()`.execute(this.#db);
  }

  /** Tells whether the user of this email has signed in from a source in the last 90 days. */
  async knows(email: string, source: string): Promise<boolean> {
    const { rows } = await sql`
      select from known_source join app_user as account on account.branch_id = known_source.branch_id and account.id = user_id
      where lower(account.email) = ${email.toLowerCase()} and source = ${source}
        and last_used_at > now() - make_interval(days => ${KNOWN_DAYS})`.execute(this.#db);
    return rows.length > 0;
  }
}
