import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('resources', {
  export: 'Export',
  import: 'Import',
  recordCount: ({ count, thing, things }: { count: number; thing: string; things: string }) =>
    plural(count, { one: `# ${thing}`, other: `# ${things}` }),
  installmentCount: ({ count }: { count: number }) =>
    plural(count, { one: '# installment', other: '# installments' }),
  rowCount: ({ count }: { count: number }) => plural(count, { one: '# record', other: '# records' }),
});
