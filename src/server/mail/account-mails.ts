import { LINK_MINUTES } from '#server/store/accounts/link-token.ts';
import { noticeOf, paragraphs } from './mail-text.ts';
import { messages } from './messages.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

/** Names the addresses of a change, and the origin of the app. */
interface EmailChange {
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly origin: string;
}

/** Returns the mail to a new address, with the link that confirms it. The token is in the fragment, which browsers do not send. */
export function confirmationMail({ oldEmail, newEmail, origin }: EmailChange, token: string): OutgoingMail {
  const url = `${origin}/auth/confirm-email#token=${token}`;
  return {
    to: newEmail,
    subject: messages.confirmSubject,
    text: paragraphs(
      messages.greeting,
      messages.confirmAsked({ oldEmail, newEmail, origin }),
      messages.confirmOpenLink,
      url,
      messages.confirmExpiry({ minutes: LINK_MINUTES }),
      messages.confirmIgnore,
    ),
    notice: noticeOf(messages.confirmNotice({ oldEmail, newEmail, minutes: LINK_MINUTES }), url),
  };
}

/** Returns the mail to the user whose address somebody else wanted to use. Only this user learns that it is in use. */
export function addressInUseMail({ newEmail, origin }: EmailChange): OutgoingMail {
  return {
    to: newEmail,
    subject: messages.inUseSubject,
    text: paragraphs(messages.greeting, messages.inUse({ newEmail, origin }), messages.inUseIgnore),
    notice: noticeOf(messages.inUseNotice({ newEmail })),
  };
}

/** Returns the warning to the old address while a change waits for its confirmation. */
export function changeAskedMail({ oldEmail, newEmail, origin }: EmailChange): OutgoingMail {
  return {
    to: oldEmail,
    subject: messages.changeAskedSubject,
    text: paragraphs(
      messages.greeting,
      messages.changeAsked({ oldEmail, newEmail, origin }),
      messages.notYou,
    ),
  };
}

/** Returns the message to the old address after a change. */
export function emailChangedMail({ oldEmail, newEmail, origin }: EmailChange): OutgoingMail {
  return {
    to: oldEmail,
    subject: messages.emailChangedSubject,
    text: paragraphs(
      messages.greeting,
      messages.emailChanged({ oldEmail, newEmail, origin }),
      messages.notYouAnyMore,
    ),
  };
}

/** Returns the message about a new password. */
export function passwordChangedMail({
  email,
  origin,
}: {
  readonly email: string;
  readonly origin: string;
}): OutgoingMail {
  return {
    to: email,
    subject: messages.passwordChangedSubject,
    text: paragraphs(messages.greeting, messages.passwordChanged({ email, origin }), messages.notYouAnyMore),
  };
}
