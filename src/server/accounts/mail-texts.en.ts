import { defineMessages } from '#contract/messages.ts';

/** Mails, the notices that are printed in their place, and the answer to a password reset. */
export const messages = defineMessages('mail', {
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
  confirmSubject: 'Confirm your new address for Branch Desk',
  confirmAsked: ({ oldEmail, newEmail, origin }: { oldEmail: string; newEmail: string; origin: string }) =>
    `the user ${oldEmail} of Branch Desk (${origin}) wants to sign in with ${newEmail} from now on.`,
  confirmOpenLink: 'If that was you, open this link and confirm it:',
  confirmExpiry: ({ minutes }: { minutes: number }) =>
    `The link works once, for ${minutes} minutes. Until you use it, the old address stays.`,
  confirmIgnore: 'If it was not you, ignore this mail: nothing has changed. Do not pass the link on.',
  confirmNotice: ({ oldEmail, newEmail, minutes }: { oldEmail: string; newEmail: string; minutes: number }) =>
    `${oldEmail} wants to sign in with ${newEmail}. Give them this link if the address is theirs; it works once, for ${minutes} minutes:`,
  inUseSubject: 'Someone wanted to use your address for Branch Desk',
  inUse: ({ newEmail, origin }: { newEmail: string; origin: string }) =>
    `another user of Branch Desk (${origin}) wanted to sign in with your address, ${newEmail}. That is refused, because you sign in with it.`,
  inUseIgnore: 'You need not do anything: nothing has changed.',
  inUseNotice: ({ newEmail }: { newEmail: string }) =>
    `A user wanted to sign in with ${newEmail}, which another user has. Nothing has changed.`,
  changeAskedSubject: 'Your address for Branch Desk is to change',
  changeAsked: ({ oldEmail, newEmail, origin }: { oldEmail: string; newEmail: string; origin: string }) =>
    `someone who knows your password wants to sign in to Branch Desk (${origin}) with ${newEmail} in place of ${oldEmail}. It changes when the link in a mail to the new address is opened.`,
  notYou: 'If it was not you, change your password now: that also makes the link worthless.',
  emailChangedSubject: 'Your address for Branch Desk has changed',
  emailChanged: ({ oldEmail, newEmail, origin }: { oldEmail: string; newEmail: string; origin: string }) =>
    `your account of Branch Desk (${origin}) is used with ${newEmail} from now on, no longer with ${oldEmail}.`,
  passwordChangedSubject: 'Your password for Branch Desk has changed',
  passwordChanged: ({ email, origin }: { email: string; origin: string }) =>
    `the password of ${email} for Branch Desk (${origin}) has changed. All other devices are signed out.`,
  signOnSubject: 'Single sign-on for Branch Desk',
  signOnConnected: ({ email, provider, origin }: { email: string; provider: string; origin: string }) =>
    `${email} has signed in to Branch Desk (${origin}) with ${provider} for the first time. From now on this account at ${provider} signs in without a password of Branch Desk.`,
  signOnRemove: 'Your profile in Branch Desk shows this and can remove it.',
  notYouAnyMore: 'If it was not you, tell whoever looks after Branch Desk at once.',
  mailed: ({ minutes }: { minutes: number }) =>
    `If this email is registered, a reset link is on its way to it. It works once, for ${minutes} minutes.`,
  printed: ({ minutes }: { minutes: number }) =>
    `If this email is registered, a reset link has been made. Ask your administrator for it. It works once, for ${minutes} minutes.`,
});
