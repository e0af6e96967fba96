import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { PayoutInputs } from './compute-payout.ts';

/** The ground as it was when Save was pressed: from then on the stock is less by this payout already. */
export function useFrozenInputs(ground: PayoutInputs): PayoutInputs {
  const { isSubmitting } = useFormState();
  const [held, setHeld] = useState(ground);
  if (!isSubmitting && held !== ground) setHeld(ground);
  return held;
}
