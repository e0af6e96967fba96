import { newMutationId } from '#app/outbox/model/ids.ts';
import { MOST_CATEGORIES } from '#contract/branch-settings.ts';
import { type NamedChoice, readChoice } from '#contract/named-choices.ts';
import { Entries, type ListInputProps } from './list-input.tsx';
import { messages } from './texts.en.ts';

const usual: readonly NamedChoice[] = [
  { id: 'rent', name: 'Rent', name_ar: 'إيجار' },
  { id: 'electricity', name: 'Electricity', name_ar: 'كهرباء' },
  { id: 'stationery', name: 'Stationery', name_ar: 'أدوات مكتبية' },
  { id: 'maintenance', name: 'Maintenance', name_ar: 'صيانة' },
  { id: 'cleaning', name: 'Cleaning', name_ar: 'نظافة' },
  { id: 'marketing', name: 'Marketing', name_ar: 'دعاية' },
];

/** What expenses are for (decision 135). */
export const CategoriesInput = (props: ListInputProps) => (
  <Entries
    {...props}
    list="expense_categories"
    choices={readChoice.array().safeParse(JSON.parse(props.value || '[]')).data ?? []}
    help={messages.categoriesHelp}
    usual={usual}
    limit={MOST_CATEGORIES}
    otherLabel={messages.otherCategory}
    newChoice={() => ({ id: `category-${newMutationId().slice(0, 8)}`, name: '', name_ar: '' })}
    titleAt={(place) => messages.categoryOf({ place })}
  />
);
