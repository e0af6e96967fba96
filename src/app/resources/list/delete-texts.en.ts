import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('listDelete', {
  reasonHelp: 'Its receipt was printed. It keeps its number, struck through, with this reason.',
  reasonMissing: 'Say why it is deleted: its receipt was printed.',
  rejectedLater: ({ kind, title }: { kind: string; title: string }) =>
    `${kind} not deleted: ${title}. Sync shows why.`,
  whileDeleting: 'It is being deleted. Closing this does not stop it: Sync shows how it ends.',
});
