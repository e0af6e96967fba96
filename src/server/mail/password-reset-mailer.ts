import type { Kysely } from 'kysely';
import { LINK_MINUTES } from '#server/store/accounts/link-token.ts';
import { dropReset, issueReset, type LinkOwner } from '#server/store/accounts/password-resets.ts';
import type { Database } from '#server/store/database.ts';
import type { Mailer } from './mailer.ts';
import { messages } from './messages.ts';
import { resetMail, resetUrl } from './password-reset-mail.ts';

/** Creates and delivers reset links. */
export interface PasswordResetMailer {
  /** Creates and delivers a link after the answer was sent. */
  readonly send: (user: LinkOwner) => void;
  /** The answer to every request, whether the email is known or not (decision 25). */
  readonly confirmation: string;
}

/** Creates the mailer of reset links. */
export function createPasswordResetMailer(db: Kysely<Database>, mailer: Mailer): PasswordResetMailer {
  return {
    send(user) {
      let token: string | undefined;
      mailer.send({
        what: 'a password reset',
        language: user.language,
        async compose() {
          token = await issueReset(db, user);
          return token === undefined
            ? undefined
            : resetMail({ email: user.email, url: resetUrl(mailer.origin(), token) });
        },
        async undo() {
          if (token !== undefined) await dropReset(db, token);
        },
      });
    },
    get confirmation() {
      const minutes = LINK_MINUTES;
      return mailer.sendsMail ? messages.mailed({ minutes }) : messages.printed({ minutes });
    },
  };
}
