export const NEEDS_CONNECTION =
  'Setting a new password needs a connection. Check the network, then try again.';

export const PASSWORD_SET = 'Your new password is set. Sign in with it.';

export const LINK_SENT = 'If someone signs in with this address, a link for a new password is on its way.';
