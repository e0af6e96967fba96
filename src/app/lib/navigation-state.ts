import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { resourceNames } from '#contract/resource-names.ts';

/** What one screen tells the next through the browser's history: never needed, only helpful. */
const navigationState = z.object({
  /** The record that was just saved: its row is marked for a moment. */
  fresh: z.string().optional().catch(undefined),
  /** A waiting or refused write to take back into its form. */
  takeBack: z.string().optional().catch(undefined),
  /** The kind whose installment is to be made (specification, section 2). */
  resource: z.enum(resourceNames).optional().catch(undefined),
  /** Where to go back to; only a path of this app. */
  fallback: z
    .string()
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined),
  /** The enrolment to preselect. */
  related: z.string().optional().catch(undefined),
  /** The student that a new record is for. */
  student: z.string().optional().catch(undefined),
});

export type NavigationState = z.output<typeof navigationState>;

/** The state of this history entry, as far as it can be understood. */
export function useNavigationState(): NavigationState {
  const parsed = navigationState.safeParse(useLocation().state ?? {});
  return parsed.success ? parsed.data : {};
}
