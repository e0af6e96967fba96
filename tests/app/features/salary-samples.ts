import type { Resource } from '#contract/define-resource.ts';
import { resources } from '#contract/resources/registry.ts';
import { storedRecord } from '../resources/samples.ts';

export const november = {
  id: 'm2',
  name: 'November',
  status: 'running',
  start_date: '2026-11-01',
  end_date: null,
};

/** Returns an advance, a bonus or a deduction that no salary has settled. */
export const unsettled = (resource: Resource, id: string, employee: string, amount: string) => ({
  ...storedRecord(resource, { id, employee, amount }),
  settled_by: null,
});

/** Returns a part of a salary of November from which nothing was taken off. */
export const salaryPart = (more: Record<string, unknown>) => ({
  ...storedRecord(resources.salary, { month: 'm2' }),
  bonus: '0.00',
  deducted: '0.00',
  advanced: '0.00',
  paid_before: '0.00',
  part: '1',
  ...more,
});
