import { defineMessages, plural } from '#contract/messages.ts';

/** Holds the texts of the pages before sign-in. */
export const messages = defineMessages({
  askManager:
    'Ask your manager, or whoever looks after the Branch Desk server. They can set a new password for your email address in a minute; then sign in here with it.',
  backToSignIn: 'Back to sign in',
  email: 'Email',
  entriesKept: 'What you saved on this device is kept and is sent after you sign in.',
  forAdministrator: 'For whoever looks after the server',
  forgottenLink: 'Forget Password?',
  forgottenTitle: 'Forgotten password',
  hidePassword: 'Hide password',
  introduction: 'Sign in to your branch.',
  linkIntroduction: 'Enter the email address that you sign in with. The link lets you choose a new password.',
  linkSent: 'If this email is registered, a reset link is on its way.',
  loggingIn: 'Logging in',
  login: 'Login',
  loginFailed: 'Login failed',
  needsHttps: 'Branch Desk needs https: open this address with https:// in front.',
  newPassword: 'New password',
  newPasswordAgain: 'New password again',
  noLinkReceived: 'Still locked out? Your manager can set a new password.',
  password: 'Password',
  passwordSet: 'Your new password is set. Sign in with it.',
  passwordsDiffer: 'This is not the same password',
  pendingOnDevice: ({ count }: { count: number }) =>
    plural(count, {
      one: '# unsent entry is kept here until its owner signs in again.',
      other: '# unsent entries are kept here until their owners sign in again.',
    }),
  requestingLink: 'Sending',
  requestLink: 'Send me a link',
  requestNewLink: 'Send me a new link',
  resetNeedsConnection: 'Setting a new password needs a connection. Check the network, then try again.',
  runOnServer: 'Run this where the server is installed:',
  saving: 'Saving',
  setNewPassword: 'Set the new password',
  showPassword: 'Show password',
  signInNeedsConnection: 'Signing in needs a connection. Check the network, then try again.',
  signInTitle: 'Sign in',
  welcome: 'Welcome back',
});
