import { LINK_MINUTES } from '#server/store/accounts/password-resets.ts';

/** One person's link for a new password. `url` carries the secret: it is for them alone, and for no log. */
export interface ResetLink {
  readonly email: string;
  readonly url: string;
}

/** Brings a person their link. @throws {Error} where it could not be brought this time */
export type Deliver = (link: ResetLink) => Promise<void>;

/** The page of the app that takes the token. It stands in the fragment, which browsers send to nobody and servers can't log. */
export function resetUrl(origin: string, token: string): string {
  return `${origin}/auth/reset-password#token=${token}`;
}

/** Subject and plain text of the mail. */
export function resetMail({ email, url }: ResetLink): { subject: string; text: string } {
  return {
    subject: 'A new password for Branch Desk',
    text: [
      'Hello,',
      `someone gave your address, ${email}, on the sign-in page of Branch Desk (${new URL(url).origin}) and asked for a new password.`,
      'If that was you, open this link and choose one:',
      url,
      `The link works once, for ${LINK_MINUTES} minutes. Until you use it, your password stays as it is.`,
      'If it was not you, ignore this mail: nothing has changed. Do not pass the link on.',
      '',
    ].join('\n\n'),
  };
}

/** What the server prints where it has no mail server. */
export function resetNotice({ email, url }: ResetLink): string {
  return [
    '',
    `Someone asked for a new password for ${email}. Give them this link; it works once, for ${LINK_MINUTES} minutes:`,
    `  ${url}`,
    '',
    '',
  ].join('\n');
}
