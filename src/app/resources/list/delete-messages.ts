import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of the delete dialog, which loads when it is opened. */
export const messages = defineMessages({
  rejectedLater: ({ kind, title }: { kind: string; title: string }) =>
    `${kind} not deleted: ${title}. Sync shows why.`,
  whileDeleting: 'It is being deleted. Closing this does not stop it: Sync shows how it ends.',
});
