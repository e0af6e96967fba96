import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { usePricing } from '#app/reads/pricing.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { priceConditions } from '#contract/rules/discounts.ts';
import { FieldInput } from './field-input.tsx';
import { useFormContextValue, type Values } from './form-context.ts';

const load = () => import('./discount-fields.tsx');

function useHasPriceTerms({ name, fields, cash }: Resource): boolean {
  const { knows } = useDeclaredFields();
  const { prices, reasons } = usePricing();
  const discount: Field | undefined = fields[cash?.discount?.amount ?? ''];
  return (
    discount !== undefined &&
    knows(discount) &&
    (reasons.length > 0 || prices.some(({ resource }) => resource === name))
  );
}

const ofDiscount = ({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.capability === 'discounts');

const watched = ['price', 'list_price', 'discount', 'discount_reason', 'student', ...priceConditions];

export function PriceTerms() {
  const { prefix, resource, definition, record, chosen, isFinal } = useFormContextValue();
  const { setValue } = useFormContext<Values>();
  const { isSubmitted, errors } = useFormState<Values>();
  const found = useWatch<Values>({ name: watched.map((name) => prefix + name) });
  const values = Object.fromEntries(watched.map((name, index) => [name, textOf(found[index])]));
  const isGiven = values.discount !== '' || values.discount_reason !== '';
  const has = useHasPriceTerms(resource) || isGiven;
  const asks = ofDiscount(resource).every((name) => name in definition.fields);
  const discount = useLazyModule(has && asks, load, () => undefined);
  if (!discount || isFinal('price')) return null;
  const set = (changes: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(changes))
      setValue(prefix + name, value, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  return (
    <discount.DiscountFields
      resource={resource}
      values={values}
      before={record}
      student={chosen.student}
      isRefused={ofDiscount(resource).some((name) => errors[prefix + name] !== undefined)}
      set={set}
      input={(name, changesOf) => (
        <FieldInput name={name} required onTyped={(typed) => set(changesOf(typed))} />
      )}
    />
  );
}
