import { LINK_MINUTES } from '#server/store/accounts/link-token.ts';
import { noticeOf, paragraphs } from './mail-text.ts';
import { messages } from './messages.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

/** Holds a user's reset link. `url` contains the secret and must not be logged. */
interface ResetLink {
  readonly email: string;
  readonly url: string;
}

/** Returns the URL of the reset page. The token is in the fragment, which browsers do not send to servers. */
export function resetUrl(origin: string, token: string): string {
  return `${origin}/auth/reset-password#token=${token}`;
}

/** Returns the mail with a reset link. */
export function resetMail({ email, url }: ResetLink): OutgoingMail {
  return {
    to: email,
    subject: messages.subject,
    text: paragraphs(
      messages.greeting,
      messages.requested({ email, origin: new URL(url).origin }),
      messages.openLink,
      url,
      messages.linkExpiry({ minutes: LINK_MINUTES }),
      messages.ignore,
    ),
    notice: noticeOf(messages.notice({ email, minutes: LINK_MINUTES }), url),
  };
}
