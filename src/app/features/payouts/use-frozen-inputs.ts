import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { PayoutInputs } from './compute-payout.ts';

/** Freezes the inputs during the submit: from then on the stock already excludes this payout. */
export function useFrozenInputs(inputs: PayoutInputs): PayoutInputs {
  const { isSubmitting } = useFormState();
  const [frozen, setFrozen] = useState(inputs);
  if (!isSubmitting && frozen !== inputs) setFrozen(inputs);
  return frozen;
}
