import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServerConfig } from '#server/config.ts';
import { ownAddress } from '#server/own-address.ts';
import { codeOf } from '#server/startup-error.ts';
import {
  dropReset,
  issueReset,
  LINK_MINUTES,
  type LinkOwner,
} from '#server/store/accounts/password-resets.ts';
import type { Database } from '#server/store/database.ts';
import { createBackgroundTasks, retry } from './background-tasks.ts';
import { messages } from './messages.ts';
import { type Deliver, resetNotice, resetUrl } from './password-reset-mail.ts';
import { deliverBySmtp } from './smtp-delivery.ts';

/** Configures the delivery of reset links. */
export interface PasswordResetMailerOptions {
  readonly db: Kysely<Database>;
  readonly config: ServerConfig;
  /** Prints a link without a mail server; standard output by default, never the log. */
  readonly print?: (text: string) => void;
}

/** Creates and delivers reset links. */
export interface PasswordResetMailer {
  /** Creates and delivers a link after the answer was sent; shutdown waits for it. */
  readonly send: (user: LinkOwner) => void;
  /** The answer to every request, whether the email is known or not (decision 25). */
  readonly confirmation: string;
}

/** Picks the codes of a mail error; its text would repeat the email address. */
function errorCodes(error: unknown) {
  const status = typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode;
  return { code: codeOf(error), status: typeof status === 'number' ? status : undefined };
}

/** Creates the mailer of reset links: by mail if SMTP_URL is set, else printed by the server. */
export function createPasswordResetMailer(
  app: FastifyInstance,
  { db, config, print }: PasswordResetMailerOptions,
): PasswordResetMailer {
  const background = createBackgroundTasks();
  app.addHook('onClose', () => background.finish());
  const show = print ?? ((text: string) => process.stdout.write(text));
  const deliver: Deliver = config.mail ? deliverBySmtp(config.mail) : async (link) => show(resetNotice(link));

  const deliverWithRetry = async (user: LinkOwner, token: string, signal: AbortSignal) => {
    const origin = config.publicUrl ?? ownAddress(config, app.server.address());
    const link = { email: user.email, url: resetUrl(origin, token) };
    try {
      await retry(() => deliver(link), {
        signal,
        onRetry: (error) =>
          app.log.warn(errorCodes(error), 'a password reset could not be mailed and is tried again'),
      });
    } catch (error) {
      app.log.error(errorCodes(error), 'a password reset could not be mailed');
      await dropReset(db, token);
    }
  };

  return {
    send: (user) =>
      background.start(async (signal) => {
        try {
          const token = await issueReset(db, user);
          if (token !== undefined) await deliverWithRetry(user, token, signal);
        } catch (error) {
          app.log.error({ err: error }, 'a password reset failed');
        }
      }),
    get confirmation() {
      const minutes = LINK_MINUTES;
      return config.mail ? messages.mailed({ minutes }) : messages.printed({ minutes });
    },
  };
}
