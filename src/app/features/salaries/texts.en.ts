import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('salaries', {
  printSlip: 'Print the slip',
  salary: 'Salary',
  deductions: 'Deductions',
  deductionsCount: ({ count }: { count: number }) => `Deductions (${count})`,
  net: 'Net',
  deductionsUnknown:
    'This device does not know which deductions are open. The server works the amount out when it is sent.',
});
