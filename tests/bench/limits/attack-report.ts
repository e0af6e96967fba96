import { z } from 'zod';

/** Parses what the attackers count: the answers to the greedy user, and to the outsider who signs in. */
export const attackReport = z.object({ asked: z.string(), signIns: z.string() });
export type AttackReport = z.output<typeof attackReport>;
