import { z } from 'zod';
import { StartupError } from '#server/startup-error.ts';

/** How password resets are mailed (decision 25). */
export interface MailSettings {
  /** smtp:// or smtps://, with user and password inside. */
  readonly smtpUrl: string;
  readonly from: { readonly name: string; readonly address: string };
}

/** A mail server's address. */
export const smtpUrl = z
  .string()
  .refine((text) => /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '');

/** `desk@example.org`, or `Al Nour <desk@example.org>`. */
export const sender = z.string().transform((text, context) => {
  const [, name = '', inside] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = z.email().safeParse(inside ?? text.trim());
  if (address.success) return { name: name.trim(), address: address.data };
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** Where people open the app: an origin, since its pages stand at the root. */
export const publicOrigin = z.string().transform((text, context) => {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url && [url.origin, `${url.origin}/`].includes(url.href)) return url.origin;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/**
 * A mail needs a sender, and a link that works from outside: what a request says of its host is not believed.
 * @throws {StartupError} where the mail server is named alone
 */
export function readMail({
  smtpUrl,
  from,
  publicUrl,
}: {
  readonly smtpUrl: string | undefined;
  readonly from: MailSettings['from'] | undefined;
  readonly publicUrl: string | undefined;
}): MailSettings | undefined {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined || publicUrl === undefined) {
    const missing = [from === undefined && 'SMTP_FROM', publicUrl === undefined && 'PUBLIC_URL'];
    throw new StartupError(
      `SMTP_URL needs to know from whom mail comes and where people open the app: set ${missing.filter(Boolean).join(' and ')} too.`,
    );
  }
  return { smtpUrl, from };
}
