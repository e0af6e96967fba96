import { z } from 'zod';
import { choices } from './choices.ts';
import { hoursOfBeginning, typedTimeZone } from './day-settings.ts';
import {
  choice,
  defineField,
  fieldWith,
  labelled,
  optionalLongText,
  optionalPhone,
  optionalText,
  readId,
  text,
} from './fields.ts';
import { isImageData, isOfUsableSize, MAX_IMAGE_SIDE } from './image-data.ts';
import { checkChoices, type NamedChoice, readChoice, writtenChoice } from './named-choices.ts';
import { readMethod, writtenMethods } from './payment-methods.ts';
import { parseJson } from './plan-parts.ts';
import { readPercent, readPrices, writtenPercent, writtenPrices } from './price-list.ts';
import { account } from './texts/account.en.ts';
import { bodies } from './texts/bodies.en.ts';

export const SETTINGS_PATH = '/branch/settings/';

const receiptLanguages = ['ar', 'en', 'both'] as const;
export type ReceiptLanguage = (typeof receiptLanguages)[number];

const papers = ['a5', 'roll'] as const;
export type Paper = (typeof papers)[number];

const factorRules = ['optional', 'managers'] as const;

export const DEFAULT_REMINDER =
  'السلام عليكم، المتبقي على {student} في {branch} هو {remaining}. شكرًا لكم.\nHello, {remaining} is still to be paid for {student} at {branch}. Thank you.';

const placeholders = ['student', 'remaining', 'branch'] as const;
type Placeholder = (typeof placeholders)[number];

export const PLACEHOLDER = /\{([^{}]*)\}/g;

export const isPlaceholder = (name: string): name is Placeholder => placeholders.some((one) => one === name);

const logo = labelled('logo', {
  kind: 'text',
  optional: true,
  write: z
    .union(
      [
        z.literal('').transform(() => null),
        z
          .string()
          .refine(isImageData, { error: () => bodies.logo, abort: true })
          .refine(isOfUsableSize, { error: () => bodies.logoTooLarge({ side: MAX_IMAGE_SIDE }) }),
        z.null(),
      ],
      {
        error: () => bodies.logo,
      },
    )
    .optional(),
  read: z
    .string()
    .nullish()
    .transform((text) => (text && isImageData(text) && isOfUsableSize(text) ? text : null)),
});

const anyReminder = optionalLongText('reminderText');
const reminder = fieldWith(anyReminder, {
  write: anyReminder.write.refine(
    (text) => [...(text ?? '').matchAll(PLACEHOLDER)].every(([, name = '']) => isPlaceholder(name)),
    { error: () => bodies.placeholders },
  ),
});

export const MOST_CATEGORIES = 40;
export const MOST_REASONS = 20;

/** What a discount is for; `percent` is offered with it, decimal text, null for none (decision 132). */
export const readReason = readChoice.extend({ percent: readPercent.catch(null) });
export type DiscountReason = z.output<typeof readReason>;

const written = <S extends z.ZodType>(list: S) =>
  z.preprocess((value) => (typeof value === 'string' ? parseJson(value || '[]') : value), list).optional();

const namedChoices = <S extends z.ZodType<NamedChoice>>(choice: S, limit: number) =>
  z.array(choice).superRefine((choices, context) => checkChoices(choices, limit, context));

export const settingsFields = {
  name: text(
    () => bodies.branchName,
    () => bodies.branchNameMissing,
  ),
  phone: optionalPhone('phone'),
  address: optionalText('address'),
  logo,
  receipt_language: choice('receiptLanguage', choices('receiptLanguages')),
  paper: choice('paper', choices('papers')),
  receipt_footer: optionalText(() => bodies.settingReceiptFooter),
  reminder_text: reminder,
  payment_methods: defineField(
    'paymentMethods',
    { kind: 'parts', optional: true, read: z.array(readMethod) },
    () => written(writtenMethods),
  ),
  expense_categories: defineField(
    'expenseCategories',
    { kind: 'parts', optional: true, read: z.array(readChoice) },
    () => written(namedChoices(writtenChoice, MOST_CATEGORIES)),
  ),
  discount_reasons: defineField(
    'discountReasons',
    { kind: 'parts', optional: true, read: z.array(readReason) },
    () => written(namedChoices(writtenChoice.extend({ percent: writtenPercent }), MOST_REASONS)),
  ),
  price_list: defineField('priceList', { kind: 'parts', optional: true, read: readPrices }, () =>
    written(writtenPrices),
  ),
  staff_discount_limit: defineField(
    () => bodies.settingDiscountLimit,
    { kind: 'text', optional: true, isNumber: true, read: readPercent },
    () => writtenPercent,
  ),
  time_zone: defineField(
    () => bodies.settingTimeZone,
    { kind: 'text', optional: false, read: z.string() },
    () => typedTimeZone,
  ),
  day_begins: choice(() => bodies.settingDayBegins, hoursOfBeginning),
  second_factor: choice(
    () => account.secondFactor.setting,
    factorRules.map((value) => ({
      value,
      get label() {
        return account.secondFactor.settingChoices[value];
      },
    })),
  ),
} as const;
export type SettingsFieldName = keyof typeof settingsFields;

/** An unknown language or paper of a newer server becomes the default. */
export const branchSettings = z.object({
  id: readId,
  version: z.number().int(),
  /** Absent on a server where a branch cannot be renamed. */
  name: settingsFields.name.read.optional().catch(undefined),
  phone: settingsFields.phone.read,
  address: settingsFields.address.read,
  logo: logo.read,
  receipt_language: z.enum(receiptLanguages).catch('both'),
  paper: z.enum(papers).catch('a5'),
  receipt_footer: settingsFields.receipt_footer.read,
  reminder_text: z.string().catch(DEFAULT_REMINDER),
  /** The methods that the branch offers, cash first; absent on a server that knows none (decision 130). */
  payment_methods: z.array(readMethod).optional().catch(undefined),
  removed_payment_methods: z.array(readMethod).optional().catch(undefined),
  expense_categories: z.array(readChoice).optional().catch(undefined),
  removed_expense_categories: z.array(readChoice).optional().catch(undefined),
  discount_reasons: z.array(readReason).optional().catch(undefined),
  removed_discount_reasons: z.array(readReason).optional().catch(undefined),
  price_list: readPrices.optional().catch(undefined),
  /** Percent as decimal text; null where staff may give any discount. */
  staff_discount_limit: readPercent.optional().catch(undefined),
  /** IANA name, and the hour at which a day begins, as text; absent on a server whose days are those of UTC. */
  time_zone: z.string().optional().catch(undefined),
  day_begins: z.string().optional().catch(undefined),
  second_factor: z.enum(factorRules).optional().catch(undefined),
});
export type BranchSettings = z.output<typeof branchSettings>;

export const defaultSettings = {
  phone: null,
  address: null,
  logo: null,
  receipt_language: 'both',
  paper: 'a5',
  receipt_footer: null,
  reminder_text: DEFAULT_REMINDER,
  time_zone: 'Africa/Cairo',
  day_begins: '0',
  second_factor: 'optional',
} as const satisfies Omit<BranchSettings, 'id' | 'version'>;

/** Absent fields stay as they are. */
export const settingsChange = z
  .object({
    name: settingsFields.name.write,
    phone: settingsFields.phone.write,
    address: settingsFields.address.write,
    logo: logo.write,
    receipt_language: settingsFields.receipt_language.write,
    paper: settingsFields.paper.write,
    receipt_footer: settingsFields.receipt_footer.write,
    reminder_text: reminder.write,
    payment_methods: settingsFields.payment_methods.write,
    expense_categories: settingsFields.expense_categories.write,
    discount_reasons: settingsFields.discount_reasons.write,
    price_list: settingsFields.price_list.write,
    staff_discount_limit: settingsFields.staff_discount_limit.write,
    time_zone: settingsFields.time_zone.write,
    day_begins: settingsFields.day_begins.write,
    second_factor: settingsFields.second_factor.write,
  })
  .partial();
export type SettingsChange = z.output<typeof settingsChange>;
