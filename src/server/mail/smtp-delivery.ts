import { createTransport } from 'nodemailer';
import type { MailSettings } from './mail-settings.ts';
import { type Deliver, resetMail } from './password-reset-mail.ts';

/** A mail server that says nothing for so long is tried again later. */
const PATIENCE_MS = 10_000;

/** Mails links through this server; each mail on a connection of its own. */
export function deliverBySmtp({ smtpUrl, from }: MailSettings): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: PATIENCE_MS,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (link) => {
    await transport.sendMail({
      from,
      to: { name: '', address: link.email },
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...resetMail(link),
    });
  };
}
