import type { ComponentType } from 'react';
import type { ResourceName } from '#contract/resource-names.ts';
import type { RecordFormProps } from './resources/form/form-page.tsx';

type LoadForm = () => Promise<ComponentType<RecordFormProps>>;

export const customForms: Partial<Record<ResourceName, LoadForm>> = {
  'cash-move': async () => (await import('#app/features/closes/cash-move-form.tsx')).CashMoveForm,
  plan: async () => (await import('./features/forms/plan-form.tsx')).PlanForm,
  'book-payout': async () => (await import('./features/forms/payout-form.tsx')).PayoutForm,
  expense: async () => (await import('./features/forms/expense-form.tsx')).ExpenseForm,
  employee: async () => (await import('#app/features/salaries/employee-form.tsx')).EmployeeForm,
  refund: async () => (await import('#app/features/refunds/refund-form.tsx')).RefundForm,
  salary: async () => (await import('#app/features/salaries/salary-form.tsx')).SalaryForm,
};
