import type { DiscardAnswer, DiscardReason } from '#app/outbox/store/discarded.ts';

const reasonTexts: Record<DiscardReason, string> = {
  twice: 'It was entered twice',
  'given-back': 'The person was given the money back',
  mistake: 'It was a mistake',
  other: 'Another reason',
  deleted: 'Its record was deleted before it was sent',
  unsaid: 'No reason was given',
};

/** The reasons that the user can select, in the order shown. */
export const selectableReasons = (['twice', 'given-back', 'mistake', 'other'] as const).map(
  (reason) => [reason, reasonTexts[reason]] as const,
);

/** Returns the reason of a discarded entry as a sentence. */
export function reasonText({ reason, words: explanation }: DiscardAnswer): string {
  return explanation ? explanation : reasonTexts[reason];
}
