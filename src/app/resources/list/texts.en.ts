import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('list', {
  export: 'Export',
  import: 'Import',
  recordCount: ({ count, thing, things }: { count: number; thing: string; things: string }) =>
    plural(count, { one: `# ${thing}`, other: `# ${things}` }),
  installmentCount: ({ count }: { count: number }) =>
    plural(count, { one: '# installment', other: '# installments' }),
  rowCount: ({ count }: { count: number }) => plural(count, { one: '# record', other: '# records' }),
  // Search and order
  search: ({ things }: { things: string }) => `Search ${things}`,
  orderBy: ({ label }: { label: string }) => `Order by ${label}`,
  orderOption: ({ label, direction }: { label: string; direction: string }) => `${label}, ${direction}`,
  leastFirst: 'least first',
  mostFirst: 'most first',
  fewestFirst: 'fewest first',
  oldestFirst: 'oldest first',
  newestFirst: 'newest first',
  firstToLast: 'first to last',
  lastToFirst: 'last to first',
  aToZ: 'A to Z',
  zToA: 'Z to A',

  // Filters
  takenBy: 'Taken by',
  takenByPerson: ({ name }: { name: string }) => `Taken by ${name}`,
  anyMethod: 'Any method',
  anyOfThem: 'All',
  paidBy: ({ method }: { method: string }) => `by ${method}`,
  /** Precedes the reason. */
  discountOf: ({ amount }: { amount: string }) => `${amount} off:`,
  anybody: 'Anybody',
  filters: 'Filters',
  filtersWithCount: ({ count }: { count: number }) => `Filters · ${count}`,
  filtersLabel: ({ count }: { count: number }) => `Filters, ${count} set`,
  allMonths: 'All months',
  fromFilter: 'From',
  untilFilter: 'Until',
  rowsFilter: 'Rows',
  allRows: 'All rows',
  noInstallments: 'No installments',
  installmentsOnly: 'Installments only',
  onlyDebts: 'Only debts',
  orderFilter: 'Order',
  invalidRange: 'The last day is before the first: nothing can be between them.',
  activeFilters: 'Filters that are set',
  removeFilter: ({ label }: { label: string }) => `Remove the filter ${label}`,
  clearFilters: 'Clear all',
  fromDay: ({ day }: { day: string }) => `From ${day}`,
  untilDay: ({ day }: { day: string }) => `Until ${day}`,
  oneMonth: 'One month',
  namedReference: ({ label, name }: { label: string; name: string }) => `${label}: ${name}`,
  unnamedReference: ({ label }: { label: string }) => `One ${label}`,

  // States of the list
  showFirstPage: 'Go to the first page',
  noneMatch: ({ things }: { things: string }) => `No ${things} found`,
  noneMatchHint: 'Try fewer words or remove a filter.',
  showAll: ({ things }: { things: string }) => `Show all ${things}`,
  noneYet: ({ things }: { things: string }) => `No ${things} yet`,
  noEnrolmentsYet: 'No enrolments yet',
  enrolFirst: 'Enrol a student',
  addFirst: ({ verb, thing }: { verb: string; thing: string }) => `${verb} the first ${thing}`,
  records: 'records',
  searchedOffline: ({ count, thing, things }: { count: number; thing: string; things: string }) =>
    plural(count, {
      one: `Offline. Searched the only ${thing} saved on this device.`,
      other: `Offline. Searched the # ${things} saved on this device.`,
    }),
  monthUnknownOffline:
    'Offline. This device does not know the month of a record. Remove the month filter to search here.',
  searchedLocally: ({ count, thing, things }: { count: number; thing: string; things: string }) =>
    plural(count, {
      one: `This server can't search or order, so this device looked through the only ${thing} of the branch.`,
      other: `This server can't search or order, so this device looked through the # ${things} of the branch.`,
    }),
  monthUnknownLocally:
    'This server does not tell the month of a record. Remove the month filter to see the records.',
  total: 'Total',
  totalOf: ({ label }: { label: string }) => `Total, ${label}`,
  totalOnDevice: 'Total on this device',
  totalOnDeviceOf: ({ label }: { label: string }) => `Total on this device, ${label}`,
  paidSoFar: ({ amount }: { amount: string }) => `so far ${amount}`,
  pendingTotal: ({ sign, amount }: { sign: string; amount: string }) => `${sign} ${amount} waiting`,
  pages: 'Pages',
  previousPage: 'Previous',
  nextPage: 'Next',
  pageLabel: ({ page }: { page: number }) => `Page ${page}`,

  // Rows and their actions
  actions: 'Actions',
  editTitle: ({ title }: { title: string }) => `Edit ${title}`,
  deleteTitle: ({ title }: { title: string }) => `Delete ${title}`,
  deleted: ({ kind, title }: { kind: string; title: string }) => `${kind} deleted: ${title}.`,
  changedBeforeDelete: ({ changes }: { changes: readonly string[] }) =>
    `It was changed meanwhile${changes.length > 0 ? `: ${changes.join(', ')}` : ''}. Press Delete again to delete it all the same.`,
  deleteRejected: 'The server refused to delete this.',
  filterByThis: 'Show only these',
  createInstallmentFor: ({ amount, title }: { amount: string; title: string }) =>
    `${amount} still owed. Create Installment for ${title}`,
  openReceiptOf: ({ title }: { title: string }) => `Receipt of ${title}`,
  installment: 'Installment',
  installmentOf: ({ receipt }: { receipt: string }) => `Installment of ${receipt}`,
  installmentReceipt: ({ receipt }: { receipt: string }) => `Installment, receipt ${receipt}`,
  openPayable: ({ thing }: { thing: string }) => `Open the ${thing}`,
  pendingDelete: 'Waiting to be deleted',
  waitsForMonth: 'Waits for the next month',
  pendingMoney: 'Includes amounts not sent yet',
  pendingCopies: 'Includes copies not sent yet',
  pendingAmount: 'The server works out the amount',
  settledBy: ({ thing }: { thing: string }) => `Settled by a ${thing}`,
});
