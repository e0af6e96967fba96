import { useController, useWatch } from 'react-hook-form';
import { choiceControl } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { useFormContextValue, type Values } from '#app/resources/form/form-context.ts';
import { useAsked } from '#app/resources/form/paid-by.tsx';
import { fieldWith } from '#contract/fields.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import { messages } from './texts.en.ts';

const METHOD = 'payment_method';
const REFERENCE = 'payment_reference';

/** @param credits false where the credit itself is paid out */
export function WayBack({ credits = true }: { readonly credits?: boolean }) {
  const { definition } = useFormContextValue();
  const { field, fieldState } = useController<Values>({ name: METHOD });
  const { offered, nameOf } = usePaymentMethods();
  const { requires } = useAsked();
  const reference = textOf(useWatch<Values>({ name: REFERENCE }));
  const declared = definition.fields[METHOD];
  const chosen = textOf(field.value) || CASH;
  const ids = [...new Set([...offered.map(({ id }) => id).filter((id) => id !== CREDIT), chosen])];
  const choices = [
    ...ids.filter((id) => id !== CREDIT).map((value) => ({ value, label: nameOf(value) })),
    ...(credits ? [{ value: CREDIT, label: messages.keepAsCredit }] : []),
  ];
  if (!declared) return null;
  return (
    <>
      {choices.length > 1 && (
        <choiceControl.Input
          name={METHOD}
          field={fieldWith(declared, { kind: 'choice', optional: false, choices })}
          value={chosen}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          inputRef={field.ref}
        />
      )}
      {(requires(REFERENCE) || reference !== '') && (
        <FieldInput name={REFERENCE} required={requires(REFERENCE)} />
      )}
    </>
  );
}
