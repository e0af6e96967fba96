import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('salaries', {
  printSlip: 'Print the slip',
  salary: 'Salary',
  deductions: 'Deductions',
  counted: ({ label, count }: { label: string; count: number }) => `${label} (${count})`,
  net: 'Net',
  openPay: 'Not settled yet',
  nextSalary: 'Next salary',
  paidNow: 'Paid now',
  rest: 'Left of this salary',
  deductedLater: ({ amount }: { amount: string }) =>
    `Deductions of ${amount} are more than what is left here. The next salary takes them off.`,
  amountHelp: 'All that is left, or a part of it.',
  deductionsUnknown:
    'This device does not know which deductions are open. The server works the amount out when it is sent.',
  openUnknown:
    'This device does not know what is open for this employee. The server works the amount out when it is sent.',
});
