import type { DiscardAnswer, DiscardReason } from '#app/outbox/store/discarded.ts';

const words: Record<DiscardReason, string> = {
  twice: 'It was entered twice',
  'given-back': 'The person was given the money back',
  mistake: 'It was a mistake',
  other: 'Another reason',
  deleted: 'Its record was deleted before it was sent',
  unsaid: 'No reason was given',
};

/** What a person may answer, in the order shown. */
export const selectableReasons = (['twice', 'given-back', 'mistake', 'other'] as const).map(
  (reason) => [reason, words[reason]] as const,
);

/** Why something was discarded, in a sentence. */
export function reasonText({ reason, words: said }: DiscardAnswer): string {
  return said ? said : words[reason];
}
