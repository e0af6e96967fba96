import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/messages.ts';
import type { ServerConfig } from '#server/config.ts';
import { inLanguage } from '#server/language.ts';
import { ownAddress } from '#server/own-address.ts';
import { codeOf } from '#server/startup-error.ts';
import { createBackgroundTasks, retry } from './background-tasks.ts';
import type { Deliver, OutgoingMail } from './outgoing-mail.ts';
import { deliverBySmtp } from './smtp-delivery.ts';

/** A mail that is made and delivered after the answer was sent. */
export interface Delivery {
  /** Names the mail in the log, such as "a password reset". */
  readonly what: string;
  /** The language of who receives the mail; where they have chosen none, that of the request which caused it. */
  readonly language: Language | undefined;
  /** Makes the mail; undefined sends nothing. */
  readonly compose: () => Promise<OutgoingMail | undefined>;
  /** Takes back what a mail promised that was not delivered. */
  readonly undo?: () => Promise<void>;
}

/** Configures the delivery of mails. */
export interface MailerOptions {
  readonly config: ServerConfig;
  /** Prints notices without a mail server; standard output by default, never the log. */
  readonly print?: (text: string) => void;
}

/** Delivers mails: by SMTP if SMTP_URL is set, else their notices are printed by the server. */
export interface Mailer {
  /** Delivers after the answer was sent, with retries; shutdown waits for it. */
  readonly send: (delivery: Delivery) => void;
  /** Whether mails are sent, not printed. */
  readonly sendsMail: boolean;
  /** Returns the origin of links. */
  readonly origin: () => string;
}

/** Picks the codes of a mail error; its text would repeat the email address. */
function errorCodes(error: unknown) {
  const status = typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode;
  return { code: codeOf(error), status: typeof status === 'number' ? status : undefined };
}

/** Creates the mailer of a server. */
export function createMailer(app: FastifyInstance, { config, print }: MailerOptions): Mailer {
  const background = createBackgroundTasks();
  app.addHook('onClose', () => background.finish());
  const show = print ?? ((text: string) => process.stdout.write(text));
  const deliver: Deliver = config.mail
    ? deliverBySmtp(config.mail)
    : async ({ notice }) => {
        if (notice !== undefined) show(notice);
      };

  const deliverWithRetry = async ({ what, language, compose, undo }: Delivery, signal: AbortSignal) => {
    const mail = await (language ? inLanguage(language, compose) : compose());
    if (!mail) return;
    try {
      await retry(() => deliver(mail), {
        signal,
        onRetry: (error) => app.log.warn(errorCodes(error), `${what} could not be mailed and is tried again`),
      });
    } catch (error) {
      app.log.error(errorCodes(error), `${what} could not be mailed`);
      await undo?.();
    }
  };

  return {
    send: (delivery) =>
      background.start(async (signal) => {
        try {
          await deliverWithRetry(delivery, signal);
        } catch (error) {
          app.log.error({ err: error }, `${delivery.what} failed`);
        }
      }),
    sendsMail: config.mail !== undefined,
    origin: () => config.publicUrl ?? ownAddress(config, app.server.address()),
  };
}
