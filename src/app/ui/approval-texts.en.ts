import { defineMessages } from '#contract/messages.ts';

export const approvalMessages = defineMessages('approval', {
  title: 'Manager approval',
  howTo: 'A manager can approve it here, this once. The history names both of you.',
  email: "Manager's email",
  password: "Manager's password",
  approve: 'Approve',
  needsConnection: 'An approval needs a connection. Nothing is saved for later.',
  failed: 'It was not approved. Try again.',
});
