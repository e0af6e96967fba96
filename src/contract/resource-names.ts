/** Lists the resources with a list of their own. The compiler then requires a definition in the registry. */
export const resourceNames = [
  'book',
  'book-order',
  'book-payout',
  'student',
  'employee',
  'salary',
  'deduction',
  'expense',
  'adult-course',
  'kids-course',
  'home-schooling',
  'summer-course',
  'nursery',
  'bus',
] as const;

export type ListedName = (typeof resourceNames)[number];

/** Lists the resources without a list of their own: they are shown and written beside what they are about (decision 108). */
export const attachedNames = ['reminder', 'promise', 'plan'] as const;

export const allResourceNames = [...resourceNames, ...attachedNames] as const;

export type ResourceName = (typeof allResourceNames)[number];

/** Names the write of several payments at once (decision 53): what it creates are records of other resources. */
export const COLLECTION = 'collection';

/** Names the write that a receipt was printed (decision 52). */
export const RECEIPT_PRINT = 'receipt-print';

/** Names what a person decides about two students, in the outbox and in the history (decision 105). */
export const FAMILY = 'family';

/** Names what a write is about: a resource, several of them at once, or a print of a receipt. */
export type WriteName = ResourceName | typeof COLLECTION | typeof RECEIPT_PRINT | typeof FAMILY;

/** Names drawer closes in the history and in events (decision 54). */
export const DRAWER_CLOSE = 'drawer-close';
