import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('expenses', {
  asLastMonth: 'As last month',
});
