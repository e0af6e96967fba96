/** Resources with a list of their own. The registry must define each. */
export const resourceNames = [
  'book',
  'book-order',
  'book-payout',
  'student',
  'employee',
  'salary',
  'deduction',
  'advance',
  'bonus',
  'expense',
  'adult-course',
  'kids-course',
  'home-schooling',
  'summer-course',
  'nursery',
  'bus',
  'refund',
  'stock-count',
  'cash-move',
] as const;

/** Resources without a list of their own, shown beside the records that they are about (decision 108). */
export const attachedNames = ['reminder', 'promise', 'plan'] as const;

export const allResourceNames = [...resourceNames, ...attachedNames] as const;

export type ResourceName = (typeof allResourceNames)[number];

/** Write of several payments at once, whose records belong to other resources (decision 53). */
export const COLLECTION = 'collection';

export const RECEIPT_PRINT = 'receipt-print';

/** A decision about two students, in the outbox and in the history (decision 105). */
export const FAMILY = 'family';

/** A student leaves an enrolment; its undo is the delete of this write (decision 131). */
export const WITHDRAWAL = 'withdrawal';

/** A withdrawal and the enrolment that follows it in one write (decision 131). */
export const TRANSFER = 'transfer';

/** Copies of a book payout come back; its undo is the delete of this write (decision 131). */
export const BOOK_RETURN = 'book-return';

/** Kinds of write with a declaration of their own in `writes`. */
export type DeclaredWriteName =
  | typeof COLLECTION
  | typeof RECEIPT_PRINT
  | typeof FAMILY
  | typeof WITHDRAWAL
  | typeof TRANSFER
  | typeof BOOK_RETURN;

export type WriteName = ResourceName | DeclaredWriteName;

/** Drawer closes in the history and in events (decision 54). */
export const DRAWER_CLOSE = 'drawer-close';
