import { LINK_MINUTES } from '#server/store/accounts/password-resets.ts';

/** Holds a user's reset link. `url` contains the secret and must not be logged. */
export interface ResetLink {
  readonly email: string;
  readonly url: string;
}

/** Delivers a reset link. @throws {Error} if this attempt failed */
export type Deliver = (link: ResetLink) => Promise<void>;

/** Returns the URL of the reset page. The token is in the fragment, which browsers do not send to servers. */
export function resetUrl(origin: string, token: string): string {
  return `${origin}/auth/reset-password#token=${token}`;
}

/** Returns subject and plain text of the mail. */
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

/** Returns the text that is printed without a mail server. */
export function resetNotice({ email, url }: ResetLink): string {
  return [
    '',
    `Someone asked for a new password for ${email}. Give them this link; it works once, for ${LINK_MINUTES} minutes:`,
    `  ${url}`,
    '',
    '',
  ].join('\n');
}
