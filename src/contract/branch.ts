import { z } from 'zod';
import { monthStatus } from './month.ts';

/**
 * GET /branch/details/. What a host can do beyond the specification it declares here: `idempotency`, that a write with a key may be sent
 * again (decision 5); `filters`, that its lists know what may be asked beside the page (decision 3). Undeclared is not known, and not relied on.
 */
export const branchDetails = z.object({
  name: z.string(),
  address: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  current_month_name: z
    .string()
    .nullish()
    .transform((text) => text ?? null),
  current_month: monthStatus.nullish().transform((status) => status ?? null),
  idempotency: z.boolean().optional().default(false),
  filters: z.boolean().optional().default(false),
});
export type BranchDetails = z.output<typeof branchDetails>;
