/** Every resource of the product. A new one starts here; the registry then asks for its declaration. */
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
