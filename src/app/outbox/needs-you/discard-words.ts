import type { DiscardReason, WhyDiscarded } from '../discarded.ts';

const words: Record<DiscardReason, string> = {
  twice: 'It was entered twice',
  'given-back': 'The person was given the money back',
  mistake: 'It was a mistake',
  other: 'Another reason',
  deleted: 'Its record was deleted before it was sent',
  unsaid: 'No reason was given',
};

/** What a person may answer, in the order shown. */
export const askedReasons = (['twice', 'given-back', 'mistake', 'other'] as const).map(
  (reason) => [reason, words[reason]] as const,
);

/** Why something was discarded, in a sentence. */
export function reasonSaid({ reason, words: said }: WhyDiscarded): string {
  return said ? said : words[reason];
}
