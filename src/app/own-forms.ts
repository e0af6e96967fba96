import type { ComponentType } from 'react';
import type { ResourceName } from '#contract/resource-names.ts';
import type { RecordFormProps } from './screens/form/record-form.tsx';

type OwnForm = () => Promise<ComponentType<RecordFormProps>>;

/** The forms that are more than all fields in a row; every other resource has the plain one. */
export const ownForms: Partial<Record<ResourceName, OwnForm>> = {
  'book-payout': async () => (await import('./features/payouts/payout-form.tsx')).PayoutForm,
  salary: async () => (await import('./features/salaries/salary-form.tsx')).SalaryForm,
};
