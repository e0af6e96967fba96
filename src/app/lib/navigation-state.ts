import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { resourceNames } from '#contract/resource-names.ts';

/** One screen passes it to the next through the browser's history. */
const navigationState = z.object({
  /** A record just saved; its row is highlighted for a moment. */
  fresh: z.string().optional().catch(undefined),
  /** A pending or rejected entry to reopen in its form. */
  takeBack: z.string().optional().catch(undefined),
  resource: z.enum(resourceNames).optional().catch(undefined),
  /** Only a path of this app. */
  fallback: z
    .string()
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined),
  related: z.string().optional().catch(undefined),
  student: z.string().optional().catch(undefined),
  renews: z.string().optional().catch(undefined),
  moves: z.literal(true).optional().catch(undefined),
  amount: z.string().optional().catch(undefined),
  enrols: z.literal(true).optional().catch(undefined),
});

export type NavigationState = z.output<typeof navigationState>;

/** Fields that do not parse are undefined. */
export function useNavigationState(): NavigationState {
  const parsed = navigationState.safeParse(useLocation().state ?? {});
  return parsed.success ? parsed.data : {};
}
