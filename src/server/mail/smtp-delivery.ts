import { createTransport } from 'nodemailer';
import type { MailSettings } from './mail-settings.ts';
import type { Deliver } from './outgoing-mail.ts';

/** Timeout for each step of SMTP, in milliseconds; the delivery is retried later. */
const SMTP_TIMEOUT_MS = 10_000;

/** Creates the delivery by SMTP, with one connection per mail. */
export function deliverBySmtp({ smtpUrl, from }: MailSettings): Deliver {
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
