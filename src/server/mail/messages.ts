import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of password resets: the mail, the printed notice and the answer to the request. */
export const messages = defineMessages({
  subject: 'A new password for Branch Desk',
  greeting: 'Hello,',
  requested: ({ email, origin }: { email: string; origin: string }) =>
    `someone gave your address, ${email}, on the sign-in page of Branch Desk (${origin}) and asked for a new password.`,
  openLink: 'If that was you, open this link and choose one:',
  linkExpiry: ({ minutes }: { minutes: number }) =>
    `The link works once, for ${minutes} minutes. Until you use it, your password stays as it is.`,
  ignore: 'If it was not you, ignore this mail: nothing has changed. Do not pass the link on.',

  notice: ({ email, minutes }: { email: string; minutes: number }) =>
    `Someone asked for a new password for ${email}. Give them this link; it works once, for ${minutes} minutes:`,

  mailed: ({ minutes }: { minutes: number }) =>
    `If this email is registered, a reset link is on its way to it. It works once, for ${minutes} minutes.`,
  printed: ({ minutes }: { minutes: number }) =>
    `If this email is registered, a reset link has been made. Ask your administrator for it. It works once, for ${minutes} minutes.`,
});
