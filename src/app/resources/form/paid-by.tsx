import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useBranchList, usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { changeBody, createBody, type FormDefinition } from '#contract/define-resource.ts';
import { CASH, CREDIT, methodProblem } from '#contract/payment-methods.ts';
import { FieldInput } from './field-input.tsx';
import { type FormResolver, useFormContextValue, type Values } from './form-context.ts';

const METHOD = 'payment_method';
const REFERENCE = 'payment_reference';
const DRAWER = 'from_drawer';

/** `asks` tells whether a form shows a field, `requires` whether an optional one is needed for the chosen method. */
interface Asked {
  readonly asks: (name: string) => boolean;
  readonly requires: (name: string) => boolean;
}

export function useAsked(): Asked {
  const { prefix, definition, record } = useFormContextValue();
  const { knows } = useDeclaredFields();
  const { offered, known } = usePaymentMethods();
  const [listed, field] =
    Object.entries(definition.fields).find(
      ([, { list, capability }]) => list && capability !== 'discounts',
    ) ?? [];
  const choices = useBranchList(field?.list).offered;
  // A key in another field renders nothing here.
  const names = [METHOD, REFERENCE, ...(listed === undefined ? [] : [listed])];
  const watched = useWatch<Values>({ name: names.map((name) => prefix + name) });
  const [method = CASH, reference, entry] = watched.map((value) => textOf(value) || undefined);
  const requires = (name: string) =>
    name === REFERENCE && known.some(({ id, asks_reference }) => id === method && asks_reference);
  const asks = (name: string) => {
    const asked = definition.fields[name];
    // Those of a discount are asked below the price.
    if (!asked || asked.capability === 'discounts' || !knows(asked)) return false;
    if (asked.byAction) return !asked.link && textOf(record?.[name]) !== '';
    if (asked.list) return choices.length > 0 || entry !== undefined;
    if (name === METHOD) return offered.length > 1 || method !== CASH;
    if (name === REFERENCE) return reference !== undefined || requires(name);
    return name !== DRAWER || method === CASH;
  };
  return { asks, requires };
}

export function PaidBy() {
  const { asks, requires } = useAsked();
  return [METHOD, REFERENCE, DRAWER].map(
    (name) => asks(name) && <FieldInput key={name} name={name} required={requires(name)} />,
  );
}

/** A method that was removed after the record was paid by it is no problem. */
export function useFormResolver(facts: FormDefinition, record: RecordRow | undefined): FormResolver {
  const { knows } = useDeclaredFields();
  const { known } = usePaymentMethods();
  return useMemo(() => {
    const parse: FormResolver = zodResolver(record ? changeBody(facts, { ...record }) : createBody(facts));
    const isKnown = (name: string) => facts.fields[name] === undefined || knows(facts.fields[name]);
    return async (...form) => {
      const [typed] = form;
      const parsed = await parse(...form);
      const method = textOf(typed[METHOD]) || CASH;
      const isAsBefore = record !== undefined && method === (record[METHOD] ?? CASH);
      // A form that does not offer credit cannot hold it.
      const problem =
        isAsBefore || method === CREDIT
          ? undefined
          : methodProblem(known, method, textOf(typed[REFERENCE]).trim());
      const methodError = problem && { [problem.field]: { type: 'method', message: problem.message } };
      if (methodError || Object.keys(parsed.errors).length > 0)
        return { values: {}, errors: { ...methodError, ...parsed.errors } };
      const body = Object.fromEntries(Object.entries(parsed.values).filter(([name]) => isKnown(name)));
      return { values: body, errors: {} };
    };
  }, [facts, record, knows, known]);
}
