import { z } from 'zod';
import { StartupError } from '#server/startup-error.ts';

/** Configures how password resets are mailed (decision 25). */
export interface MailSettings {
  /** URL with smtp:// or smtps://, including user and password. */
  readonly smtpUrl: string;
  readonly from: { readonly name: string; readonly address: string };
}

/** Validates the URL of a mail server. */
export const smtpUrl = z
  .string()
  .refine((text) => /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '');

/** Parses a sender: `desk@example.org` or `Al Nour <desk@example.org>`. */
export const sender = z.string().transform((text, context) => {
  const [, name = '', inside] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = z.email().safeParse(inside ?? text.trim());
  if (address.success) return { name: name.trim(), address: address.data };
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** Parses the origin of the app; a path is invalid, since its pages are at the root. */
export const publicOrigin = z.string().transform((text, context) => {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url && [url.origin, `${url.origin}/`].includes(url.href)) return url.origin;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/**
 * Combines the mail settings. Sender and public origin are required: a request's Host header is not trusted for links.
 * @throws {StartupError} if SMTP_URL is set without them
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
