import type { Kysely } from 'kysely';
import { claimRecipient, giveBackRecipient } from '#server/accounts/daily-mail-recipients.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import type { Database } from '#server/db/database.ts';
import { inLanguage } from '#server/messages/language.ts';
import type { Mailer } from '#server/platform/mailer.ts';
import { composeDailyMail } from './daily-mail.ts';

/** Milliseconds after which a mail that was refused is tried again. */
const AGAIN_MS = 3_600_000;

interface DailyMailsOptions {
  readonly db: Kysely<Database>;
  readonly scopes: BranchScopeFactory;
  readonly mailer: Mailer;
  readonly clock: () => Date;
  readonly backupAge: () => Promise<number | undefined>;
}

/** The newest day that is due (decision 158): after a downtime one. Every server may run it. */
export class DailyMails {
  readonly #options: DailyMailsOptions;
  /** Ids of users whose mail was refused, and until when they wait, by the monotonic clock. */
  readonly #refused = new Map<bigint, number>();
  #running = false;
  #stopped = false;

  constructor(options: DailyMailsOptions) {
    this.#options = options;
  }

  /** One mail after the other, so that figures of many branches are not read at once. */
  async sendDue(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      while (!this.#stopped && (await this.#sendNext()));
    } finally {
      this.#running = false;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #sendNext(): Promise<boolean> {
    const { db, scopes, mailer, clock, backupAge } = this.#options;
    let taken: Awaited<ReturnType<typeof claimRecipient>>;
    const giveBack = async () => {
      if (!taken) return;
      this.#refused.set(taken.userId, performance.now() + AGAIN_MS);
      await giveBackRecipient(db, taken);
    };
    await mailer.deliver({
      purpose: 'a daily mail',
      language: undefined,
      // Taken here, so that a server that stops waits for it.
      compose: async () => {
        taken = await claimRecipient(db, clock(), this.#waiting());
        if (!taken) return undefined;
        const { email: to, language, day, ...user } = taken;
        try {
          const facts = { to, day, origin: mailer.origin(), backupAge: await backupAge() };
          return await inLanguage(language, () =>
            scopes.readTogether({ ...user, role: 'manager' }, (scope) => composeDailyMail(scope, facts)),
          );
        } catch (error) {
          await giveBack();
          throw error;
        }
      },
      undo: giveBack,
    });
    return taken !== undefined;
  }

  #waiting(): readonly bigint[] {
    const now = performance.now();
    for (const [user, until] of this.#refused) if (until <= now) this.#refused.delete(user);
    return [...this.#refused.keys()];
  }
}
