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
import { type Deliver, resetNotice, resetUrl } from './password-reset-mail.ts';
import { deliverBySmtp } from './smtp-delivery.ts';

export interface PasswordResetMailerOptions {
  readonly db: Kysely<Database>;
  readonly config: ServerConfig;
  /** Shows a link where there is no mail server; standard output unless told otherwise. Never the log. */
  readonly print?: (text: string) => void;
}

export interface PasswordResetMailer {
  /** Makes a link and brings it to the person, behind the answer; the end of the server waits for that. */
  readonly send: (person: LinkOwner) => void;
  /** What everyone who asks is told, whether the address is known or not (decision 25). */
  readonly told: string;
}

/** What a mail server said, as numbers: its words repeat the address. */
function reasonFor(error: unknown) {
  const status = typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode;
  return { code: codeOf(error), status: typeof status === 'number' ? status : undefined };
}

/** Opens the way by which links for a new password reach people: by mail where SMTP_URL is set, else printed by the server. */
export function createPasswordResetMailer(
  app: FastifyInstance,
  { db, config, print }: PasswordResetMailerOptions,
): PasswordResetMailer {
  const background = createBackgroundTasks();
  app.addHook('onClose', () => background.finish());
  const show = print ?? ((text: string) => process.stdout.write(text));
  const deliver: Deliver = config.mail ? deliverBySmtp(config.mail) : async (link) => show(resetNotice(link));

  const bring = async (person: LinkOwner, token: string, hurry: AbortSignal) => {
    const origin = config.publicUrl ?? ownAddress(config, app.server.address());
    const link = { email: person.email, url: resetUrl(origin, token) };
    try {
      await retry(() => deliver(link), {
        hurry,
        onRetry: (error) =>
          app.log.warn(reasonFor(error), 'a password reset could not be mailed and is tried again'),
      });
    } catch (error) {
      app.log.error(reasonFor(error), 'a password reset could not be mailed');
      await dropReset(db, token);
    }
  };

  return {
    send: (person) =>
      background.start(async (hurry) => {
        try {
          const token = await issueReset(db, person);
          if (token !== undefined) await bring(person, token, hurry);
        } catch (error) {
          app.log.error({ err: error }, 'a password reset failed');
        }
      }),
    told: config.mail
      ? `If someone signs in with this address, a mail with a link is on its way to it. The link works once, for ${LINK_MINUTES} minutes.`
      : `If someone signs in with this address, the server has printed a link for them. Ask whoever looks after it for the link; it works once, for ${LINK_MINUTES} minutes.`,
  };
}
