import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { PayoutGround } from './reckon-payout.ts';

/** The ground as it was when Save was pressed: from then on the stock is less by this payout already. */
export function useHeldGround(ground: PayoutGround): PayoutGround {
  const { isSubmitting } = useFormState();
  const [held, setHeld] = useState(ground);
  if (!isSubmitting && held !== ground) setHeld(ground);
  return held;
}
