import { setImmediate as afterAnswers, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import type { Language } from '#contract/messages.ts';
import { inLanguage } from '#server/messages/language.ts';
import type { MailSettings, ServerConfig } from './config.ts';
import { ownAddress } from './own-address.ts';
import { codeOf } from './startup-error.ts';

interface Delivery {
  readonly purpose: string;
  readonly language: Language | undefined;
  readonly compose: () => Promise<OutgoingMail | undefined>;
  /** Reverts a promise of a mail that was not delivered. */
  readonly undo?: () => Promise<void>;
}

interface MailerOptions {
  readonly config: ServerConfig;
  /** Prints notices without a mail server; standard output by default, never the log. */
  readonly print?: (text: string) => void;
}

/** The text of a mail error would repeat the email address. */
function errorCodes(error: unknown) {
  const status = typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode;
  return { code: codeOf(error), status: typeof status === 'number' ? status : undefined };
}

/** SMTP if SMTP_URL is set, else the server prints the notices. */
export function createMailer(app: FastifyInstance, { config, print }: MailerOptions) {
  const background = createBackgroundTasks();
  app.addHook('onClose', () => background.finish());
  const show = print ?? ((text: string) => process.stdout.write(text));
  const deliver: Deliver = config.mail
    ? deliverBySmtp(config.mail)
    : async ({ notice }) => {
        if (notice !== undefined) show(notice);
      };

  const deliverWithRetry = async ({ purpose, language, compose, undo }: Delivery, signal: AbortSignal) => {
    const mail = await (language ? inLanguage(language, compose) : compose());
    if (!mail) return false;
    try {
      await retry(() => deliver(mail), {
        signal,
        onRetry: (error) =>
          app.log.warn(errorCodes(error), `${purpose} could not be mailed and is tried again`),
      });
      return true;
    } catch (error) {
      app.log.error(errorCodes(error), `${purpose} could not be mailed`);
      await undo?.();
      return false;
    }
  };
  const send = (delivery: Delivery) =>
    background.start(async (signal) => {
      try {
        return await deliverWithRetry(delivery, signal);
      } catch (error) {
        app.log.error({ err: error }, `${delivery.purpose} failed`);
        return false;
      }
    });

  return {
    /** Delivers after the answer was sent, with retries; shutdown waits for it. */
    send: (delivery: Delivery) => void send(delivery),
    /** Answers whether a mail was composed and delivered. */
    deliver: send,
    sendsMail: config.mail !== undefined,
    origin: () => config.publicUrl ?? ownAddress(config, app.server.address()),
  };
}

export type Mailer = ReturnType<typeof createMailer>;

/** It may contain the secret of a link and must not be logged. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Printed instead without a mail server; absent prints nothing. */
  readonly notice?: string;
}

type Deliver = (mail: OutgoingMail) => Promise<void>;

const SHUTDOWN_TIMEOUT_MS = 8000;

function createBackgroundTasks() {
  const running = new Set<Promise<unknown>>();
  const shutdown = new AbortController();
  return {
    start<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const done = afterAnswers()
        .then(() => work(shutdown.signal))
        .finally(() => running.delete(done));
      running.add(done);
      return done;
    },
    async finish(): Promise<void> {
      shutdown.abort();
      const timeoutAbort = new AbortController();
      const timeout = sleep(SHUTDOWN_TIMEOUT_MS, undefined, { signal: timeoutAbort.signal });
      await Promise.race([Promise.allSettled(running), timeout]);
      timeoutAbort.abort();
      await timeout.catch(() => undefined);
    },
  };
}

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000];

/** Four attempts; after an abort the next one follows at once and is the last. */
async function retry(
  attempt: () => Promise<void>,
  { signal, onRetry }: { readonly signal: AbortSignal; readonly onRetry: (error: unknown) => void },
): Promise<void> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw error;
      onRetry(error);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
  await attempt();
}

const SMTP_TIMEOUT_MS = 10_000;

function deliverBySmtp({ smtpUrl, from }: MailSettings): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: SMTP_TIMEOUT_MS,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject,
      text,
    });
  };
}
