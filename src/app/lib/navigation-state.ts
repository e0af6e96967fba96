import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { resourceNames } from '#contract/resource-names.ts';

/** The state that one screen passes to the next through the browser's history. Every field is optional. */
const navigationState = z.object({
  /** The id of the record just saved; its row is highlighted for a moment. */
  fresh: z.string().optional().catch(undefined),
  /** The id of an unsent or rejected entry to reopen in its form. */
  takeBack: z.string().optional().catch(undefined),
  /** The resource whose installment is to be added (specification, section 2). */
  resource: z.enum(resourceNames).optional().catch(undefined),
  /** The path to return to; only a path of this app. */
  fallback: z
    .string()
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined),
  /** The id of the enrolment to preselect. */
  related: z.string().optional().catch(undefined),
  /** The id of the student that a new record is for. */
  student: z.string().optional().catch(undefined),
  /** Whether the page of a student opens with the choice of an enrolment. */
  enrols: z.literal(true).optional().catch(undefined),
});

export type NavigationState = z.output<typeof navigationState>;

/** Returns the parsed state of this history entry; fields that do not parse are undefined. */
export function useNavigationState(): NavigationState {
  const parsed = navigationState.safeParse(useLocation().state ?? {});
  return parsed.success ? parsed.data : {};
}
