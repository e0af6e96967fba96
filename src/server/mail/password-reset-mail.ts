import { LINK_MINUTES } from '#server/store/accounts/password-resets.ts';
import { messages } from './messages.ts';

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
    subject: messages.subject,
    text: [
      messages.greeting,
      messages.requested({ email, origin: new URL(url).origin }),
      messages.openLink,
      url,
      messages.linkExpiry({ minutes: LINK_MINUTES }),
      messages.ignore,
      '',
    ].join('\n\n'),
  };
}

/** Returns the text that is printed without a mail server. */
export function resetNotice({ email, url }: ResetLink): string {
  return ['', messages.notice({ email, minutes: LINK_MINUTES }), `  ${url}`, '', ''].join('\n');
}
