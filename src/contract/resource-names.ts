/** Lists all resources. The compiler then requires a definition in the registry. */
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

export type ResourceName = (typeof resourceNames)[number];
