import { defineMessages, plural } from '#contract/messages.ts';

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
  factorSubject: 'The second factor of your Branch Desk account',
  totpAdded: ({ email, origin }: { email: string; origin: string }) =>
    `an authenticator app was set up for ${email} at Branch Desk (${origin}). Signing in asks for a code of it from now on.`,
  passkeyAdded: ({ email, origin }: { email: string; origin: string }) =>
    `a passkey was added for ${email} at Branch Desk (${origin}). Signing in asks for a second factor from now on.`,
  totpRemoved: ({ email, origin }: { email: string; origin: string }) =>
    `the authenticator app of ${email} was removed at Branch Desk (${origin}).`,
  passkeyRemoved: ({ email, origin }: { email: string; origin: string }) =>
    `a passkey of ${email} was removed at Branch Desk (${origin}).`,
  recoveryCodesMade: ({ email, origin }: { email: string; origin: string }) =>
    `new recovery codes were made for ${email} at Branch Desk (${origin}). The earlier ones do not work any more.`,
  recoveryCodeUsed: ({ email, origin, left }: { email: string; origin: string; left: number }) =>
    `a recovery code of ${email} was used at Branch Desk (${origin}). ${plural(left, { one: '# code is left.', other: '# codes are left.' })}`,
  factorReset: ({ email, origin }: { email: string; origin: string }) =>
    `the second factor of ${email} was reset at Branch Desk (${origin}). The password alone signs in until a new one is set up.`,
  codesWrong: ({ email, origin }: { email: string; origin: string }) =>
    `somebody entered the password of ${email} at Branch Desk (${origin}) and then several wrong codes.`,
  changePasswordNow: 'If it was not you, somebody knows your password: change it now.',
  mailed: ({ minutes }: { minutes: number }) =>
    `If this email is registered, a reset link is on its way to it. It works once, for ${minutes} minutes.`,
  printed: ({ minutes }: { minutes: number }) =>
    `If this email is registered, a reset link has been made. Ask your administrator for it. It works once, for ${minutes} minutes.`,
});
