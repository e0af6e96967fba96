import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { resourceNames } from '#contract/resource-names.ts';

/** One screen passes it to the next through the browser's history. */
const navigationState = z.object({
  /** A record just saved; its row is highlighted for a moment. */
  fresh: z.string().optional().catch(undefined),
  /** An unsent or rejected entry to reopen in its form. */
  takeBack: z.string().optional().catch(undefined),
  /** Its installment is to be added (specification, section 2). */
  resource: z.enum(resourceNames).optional().catch(undefined),
  /** Only a path of this app. */
  fallback: z
    .string()
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined),
  related: z.string().optional().catch(undefined),
  student: z.string().optional().catch(undefined),
  /** The enrolment that the new one goes on from (decision 133). */
  renews: z.string().optional().catch(undefined),
  /** The student moves to another course rather than leave. */
  moves: z.literal(true).optional().catch(undefined),
  /** Of the payment that is paid back, decimal text. */
  amount: z.string().optional().catch(undefined),
  /** The page of a student opens with the choice of an enrolment. */
  enrols: z.literal(true).optional().catch(undefined),
});

export type NavigationState = z.output<typeof navigationState>;

/** Fields that do not parse are undefined. */
export function useNavigationState(): NavigationState {
  const parsed = navigationState.safeParse(useLocation().state ?? {});
  return parsed.success ? parsed.data : {};
}
