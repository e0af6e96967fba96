import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('listOpened', {
  title: ({ things }: { things: string }) => `${things} on paper`,
  loading: 'Loading the whole list',
  printedOn: 'Printed on',
  filters: 'Only',
  search: ({ words }: { words: string }) => `with “${words}”`,
  rows: ({ count }: { count: number }) => plural(count, { one: '# row', other: '# rows' }),
  someRows: ({ shown, count }: { shown: number; count: number }) => `Only ${shown} of ${count} rows`,
  someRowsHint: 'The whole list needs a connection to a server that can send it.',
  tooMany: ({ count, limit }: { count: number; limit: number }) =>
    `${count} rows are too many for paper: at most ${limit} print. Set filters, or export the list to a file.`,
  moreOnPaper: ({ count }: { count: number }) =>
    plural(count, { one: '# more row on paper', other: '# more rows on paper' }),
  selection: 'What to do with the selected rows',
  thisPage: 'All on this page',
  chosen: ({ count }: { count: number }) =>
    plural(count, { one: '# row selected', other: '# rows selected' }),
  mostChosen: ({ limit }: { limit: number }) => `At most ${limit} rows at once`,
  printReceipts: ({ count }: { count: number }) =>
    count === 0 ? 'Print receipts' : plural(count, { one: 'Print # receipt', other: 'Print # receipts' }),
  mostReceipts: ({ limit }: { limit: number }) => `At most ${limit} receipts at once`,
  markAsLeft: 'Mark as left',
  printList: 'Print list',
  waiting: 'waiting to be sent',
  waitingDelete: 'waiting to be deleted',
  refused: 'refused by the server, not counted',
  reasonHelp: 'Its receipt was printed. It keeps its number, struck through, with this reason.',
  reasonMissing: 'Say why it is deleted: its receipt was printed.',
  rejectedLater: ({ kind, title }: { kind: string; title: string }) =>
    `${kind} not deleted: ${title}. Sync shows why.`,
  whileDeleting: 'It is being deleted. Closing this does not stop it: Sync shows how it ends.',
  export: {
    title: 'Export this list',
    about: 'All rows of the list as it is filtered and sorted now, with every column you may see.',
    importInstead: 'Import students from a file instead',
    csv: 'CSV file',
    xlsx: 'Excel file',
    receiving: ({ size }: { size: string }) => `Receiving the file: ${size} so far.`,
    preparing: 'Preparing the file.',
    saved: ({ name }: { name: string }) => `Exported: ${name}.`,
    offline: 'An export needs the connection. It can begin as soon as you are online.',
  },
});
