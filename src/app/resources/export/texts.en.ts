import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('export', {
  title: 'Export this list',
  about: 'All rows of the list as it is filtered and sorted now, with every column you may see.',
  importInstead: 'Import students from a file instead',
  csv: 'CSV file',
  xlsx: 'Excel file',
  receiving: ({ size }: { size: string }) => `Receiving the file: ${size} so far.`,
  preparing: 'Preparing the file.',
  saved: ({ name }: { name: string }) => `Exported: ${name}.`,
  offline: 'An export needs the connection. It can begin as soon as you are online.',
});
