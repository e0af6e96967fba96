import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';

const METHODS = [
  { id: 'instapay', name: 'InstaPay', name_ar: 'إنستاباي', kind: 'bank', asks_reference: true },
  {
    id: 'vodafone-cash',
    name: 'Vodafone Cash',
    name_ar: 'فودافون كاش',
    kind: 'wallet',
    asks_reference: true,
  },
];

const REASONS = [
  { id: 'siblings', name: 'Siblings', name_ar: 'إخوة', percent: '10' },
  { id: 'staff', name: 'Staff', name_ar: 'موظفون', percent: '25' },
  { id: 'scholarship', name: 'Scholarship', name_ar: 'منحة', percent: null },
];

const CATEGORIES = [
  { id: 'rent', name: 'Rent', name_ar: 'إيجار', titles: ['Rent'] },
  {
    id: 'utilities',
    name: 'Electricity and internet',
    name_ar: 'كهرباء وإنترنت',
    titles: ['Electricity', 'Internet'],
  },
  { id: 'stationery', name: 'Stationery', name_ar: 'أدوات مكتبية', titles: ['أدوات مكتبية'] },
  {
    id: 'upkeep',
    name: 'Cleaning and repairs',
    name_ar: 'نظافة وصيانة',
    titles: ['Cleaning supplies', 'Repairs'],
  },
];

const PRICE_LIST = [
  { resource: 'adult-course', price: '1200.00' },
  { resource: 'adult-course', period: '3', price: '3000.00' },
  { resource: 'kids-course', price: '1200.00' },
  { resource: 'kids-course', period: '3', price: '3000.00' },
  { resource: 'kids-course', level: '1', price: '1000.00' },
  { resource: 'nursery', transportation_type: 'our_bus', price: '1500.00' },
  { resource: 'nursery', price: '1200.00' },
  { resource: 'bus', price: '900.00' },
];

export const demoSettings = {
  payment_methods: METHODS,
  discount_reasons: REASONS,
  expense_categories: CATEGORIES.map(({ titles: _, ...category }) => category),
  price_list: PRICE_LIST,
  staff_discount_limit: '15',
};

export function categoryOf(title: unknown): Draft {
  const category = CATEGORIES.find(({ titles }) => titles.some((one) => one === title));
  return category ? { category: category.id } : {};
}

export function paidBy(payment: number): Draft {
  const method = METHODS[payment % (METHODS.length * 2)];
  return method ? { payment_method: method.id, payment_reference: `TX-${10_000 + payment}` } : {};
}

/** Every sixth enrolment has one. @param price in piastres, after the discount */
export function discountOf(enrolment: number, price: Piastres): Draft {
  const reason = enrolment % 6 === 0 ? REASONS[(enrolment / 6) % REASONS.length] : undefined;
  const discount = 10_000n * BigInt(1 + (enrolment % 4));
  return reason
    ? {
        list_price: formatDecimal(price + discount),
        discount: formatDecimal(discount),
        discount_reason: reason.id,
      }
    : {};
}
