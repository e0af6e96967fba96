import { Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { MOST_CATEGORIES, settingsFields } from '#contract/branch-settings.ts';
import { type NamedChoice, readChoice } from '#contract/named-choices.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { choiceTexts } from '#contract/texts/named-choices.en.ts';
import type { ListInputProps } from './methods-input.tsx';
import { messages } from './texts.en.ts';

/** Most branches have these: one tap adds them. */
const usual: readonly NamedChoice[] = [
  { id: 'rent', name: 'Rent', name_ar: 'إيجار' },
  { id: 'electricity', name: 'Electricity', name_ar: 'كهرباء' },
  { id: 'stationery', name: 'Stationery', name_ar: 'أدوات مكتبية' },
  { id: 'maintenance', name: 'Maintenance', name_ar: 'صيانة' },
  { id: 'cleaning', name: 'Cleaning', name_ar: 'نظافة' },
  { id: 'marketing', name: 'Marketing', name_ar: 'دعاية' },
];

interface RowProps {
  readonly category: NamedChoice;
  readonly place: number;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (category: NamedChoice) => void;
  readonly onRemove: () => void;
}

function Row({ category, place, error, disabled, onChange, onRemove }: RowProps) {
  const title = category.name || messages.categoryOf({ place });
  return (
    <Flex as="fieldset" gap="3" wrap="wrap" align="end" aria-label={title}>
      <Field.Root flex="1 1 9rem" width="auto" required invalid={error !== undefined} disabled={disabled}>
        <Field.Label>{labels.name}</Field.Label>
        <Input
          value={category.name}
          dir="auto"
          maxLength={40}
          onChange={({ target }) => onChange({ ...category, name: target.value })}
        />
        <Field.HelperText>
          <FieldError>{error}</FieldError>
        </Field.HelperText>
      </Field.Root>
      <Field.Root flex="1 1 9rem" width="auto" disabled={disabled}>
        <Field.Label>{messages.methodNameArabic}</Field.Label>
        <Input
          value={category.name_ar}
          dir="auto"
          maxLength={40}
          onChange={({ target }) => onChange({ ...category, name_ar: target.value })}
        />
      </Field.Root>
      <Button
        variant="ghost"
        colorPalette="neutral"
        disabled={disabled}
        aria-label={messages.removeMethodOf({ name: title })}
        onClick={onRemove}
      >
        {messages.removeMethod}
      </Button>
    </Flex>
  );
}

/** Edits what expenses are for (decision 135). */
export function CategoriesInput({ value, refused, error, disabled, onChange }: ListInputProps) {
  const categories = readChoice.array().safeParse(JSON.parse(value || '[]')).data ?? [];
  const set = (changed: readonly NamedChoice[]) => onChange(JSON.stringify(changed));
  const problems = refused
    ? settingsFields.expense_categories.write.safeParse(categories).error?.issues
    : undefined;
  const general = error ?? problems?.find(({ path }) => path.length === 0)?.message;
  const left = usual.filter(({ id }) => !categories.some((category) => category.id === id));
  const isFull = categories.length >= MOST_CATEGORIES;
  return (
    <Flex direction="column" gap="3">
      <chakra.p color="fg.muted">{messages.categoriesHelp}</chakra.p>
      {categories.map((category, place) => (
        <Row
          key={category.id}
          category={category}
          place={place + 1}
          error={problems?.find(({ path }) => path[0] === place)?.message}
          disabled={disabled}
          onChange={(changed) => set(categories.map((one) => (one.id === category.id ? changed : one)))}
          onRemove={() => set(categories.filter(({ id }) => id !== category.id))}
        />
      ))}
      <Flex gap="2" wrap="wrap">
        {left.map((category) => (
          <Button
            key={category.id}
            variant="outline"
            disabled={disabled || isFull}
            onClick={() => set([...categories, category])}
          >
            <Plus size={16} aria-hidden />
            <bdi>{messages.usualMethod(category)}</bdi>
          </Button>
        ))}
        <Button
          variant="outline"
          disabled={disabled || isFull}
          onClick={() =>
            set([...categories, { id: `category-${newMutationId().slice(0, 8)}`, name: '', name_ar: '' }])
          }
        >
          <Plus size={16} aria-hidden /> {messages.otherCategory}
        </Button>
      </Flex>
      {isFull && <chakra.p color="fg.muted">{choiceTexts.tooMany({ most: MOST_CATEGORIES })}</chakra.p>}
      {general !== undefined && (
        <Field.Root invalid>
          <FieldError>{general}</FieldError>
        </Field.Root>
      )}
    </Flex>
  );
}
