import { type RefObject, useEffect } from 'react';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { type DraftControl, type DraftState, useStoredDraft } from '#app/resources/form/use-stored-draft.ts';
import { emptyInput, type PaymentInput, readInput, storeInput } from './payment-input.ts';

interface PaymentDraftOptions {
  /** The names under which the draft may be stored; it is stored under the first. */
  readonly forms: readonly string[];
  /** Who pays. */
  readonly title: string;
  readonly input: PaymentInput;
  /** What the form shows without any typing. */
  readonly initial: PaymentInput;
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<DraftControl | undefined>;
  readonly onResume: (input: PaymentInput) => void;
}

/** Keeps what is typed for a payment on the device for its owner, and offers what was typed and not saved before (fault 65). */
export function usePaymentDraft(options: PaymentDraftOptions): DraftState {
  const { forms, title, input, initial, ids, control, onResume } = options;
  const { writer, ...draft } = useStoredDraft({
    ids,
    control,
    names: () => forms,
    content: () =>
      input === initial || input === emptyInput
        ? undefined
        : { form: forms[0] ?? '', title, values: { input: storeInput(input) }, referenced: {} },
    isReadable: ({ values }) => readInput(values.input ?? '') !== undefined,
    onResume: ({ values }) => {
      const typed = readInput(values.input ?? '');
      if (typed) onResume(typed);
    },
    onStartAnew: () => onResume(initial),
  });
  const isTyped = input !== initial;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs with each change of the input
  useEffect(() => {
    if (isTyped) writer.changed();
  }, [input, isTyped, writer]);
  return draft;
}
