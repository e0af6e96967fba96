import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Mailer, OutgoingMail } from '#server/platform/mailer.ts';
import { dropReset, issueReset, LINK_MINUTES, type LinkOwner } from './links.ts';
import { messages } from './mail-texts.en.ts';

const paragraphs = (...texts: readonly string[]): string => [...texts, ''].join('\n\n');

const noticeOf = (text: string, url?: string): string =>
  ['', text, ...(url === undefined ? [] : [`  ${url}`]), '', ''].join('\n');

interface EmailChange {
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly origin: string;
}

/** The token is in the fragment, which browsers do not send. */
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

/** For the user whose address somebody else wanted to use. Only this user learns that it is in use. */
export function addressInUseMail({ newEmail, origin }: EmailChange): OutgoingMail {
  return {
    to: newEmail,
    subject: messages.inUseSubject,
    text: paragraphs(messages.greeting, messages.inUse({ newEmail, origin }), messages.inUseIgnore),
    notice: noticeOf(messages.inUseNotice({ newEmail })),
  };
}

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

/** After the first sign-in at the provider (decision 161). */
export function signOnConnectedMail({
  email,
  provider,
  origin,
}: {
  readonly email: string;
  readonly provider: string;
  readonly origin: string;
}): OutgoingMail {
  return {
    to: email,
    subject: messages.signOnSubject,
    text: paragraphs(
      messages.greeting,
      messages.signOnConnected({ email, provider, origin }),
      messages.signOnRemove,
      messages.notYouAnyMore,
    ),
  };
}

/** `url` contains the secret and must not be logged. */
interface ResetLink {
  readonly email: string;
  readonly url: string;
}

function resetUrl(origin: string, token: string): string {
  return `${origin}/auth/reset-password#token=${token}`;
}

function resetMail({ email, url }: ResetLink): OutgoingMail {
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

export interface PasswordResetMailer {
  /** Creates and delivers a link after the answer was sent. */
  readonly send: (user: LinkOwner) => void;
  /** Answer to every request, whether the email is known or not (decision 25). */
  readonly confirmation: string;
}

export function createPasswordResetMailer(db: Kysely<Database>, mailer: Mailer): PasswordResetMailer {
  return {
    send(user) {
      let token: string | undefined;
      mailer.send({
        purpose: 'a password reset',
        language: user.language,
        async compose() {
          token = await issueReset(db, user);
          return token === undefined
            ? undefined
            : resetMail({ email: user.email, url: resetUrl(mailer.origin(), token) });
        },
        async undo() {
          if (token !== undefined) await dropReset(db, token);
        },
      });
    },
    get confirmation() {
      const minutes = LINK_MINUTES;
      return mailer.sendsMail ? messages.mailed({ minutes }) : messages.printed({ minutes });
    },
  };
}
