import type { DiscardAnswer, DiscardReason } from '#app/outbox/store/discarded.ts';
import { messages } from './texts.en.ts';

const reasonKeys = {
  twice: 'reasonTwice',
  'given-back': 'reasonGivenBack',
  mistake: 'reasonMistake',
  other: 'reasonOther',
  deleted: 'reasonDeleted',
  theirs: 'reasonTheirs',
  unsaid: 'reasonUnsaid',
} as const satisfies Record<DiscardReason, keyof typeof messages>;

/** Returns the reasons that the user can select with their texts, in the order shown. */
export const selectableReasons = () =>
  (['twice', 'given-back', 'mistake', 'other'] as const).map(
    (reason) => [reason, messages[reasonKeys[reason]]] as const,
  );

/** Returns the reason of a discarded entry as a sentence. */
export function reasonText({ reason, words: explanation }: DiscardAnswer): string {
  return explanation ? explanation : messages[reasonKeys[reason]];
}
