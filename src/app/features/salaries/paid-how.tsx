import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { choiceControl } from '#app/fields/choice.tsx';
import { MethodReference } from '#app/fields/method-reference.tsx';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { Tick } from '#app/ui/tick-list.tsx';
import type { Draft } from '#contract/define-resource.ts';
import { fieldWith } from '#contract/fields.ts';
import { CASH, methodProblem } from '#contract/payment-methods.ts';
import { resources } from '#contract/resources/registry.ts';

const { payment_method, from_drawer } = resources.salary.fields;

const nothing = () => undefined;

/** How several salaries are paid: the same way for all of them, asked as in the form of one. */
export function usePaidHow() {
  const { offered, known, nameOf } = usePaymentMethods();
  const { knows, startsOn } = useDeclaredFields();
  const [method, setMethod] = useState(CASH);
  const [reference, setReference] = useState('');
  const [drawer, setDrawer] = useState<boolean>();
  const inCash = method === CASH;
  const fromDrawer = drawer ?? startsOn(from_drawer);
  const asksDrawer = inCash && knows(from_drawer);
  const body: Draft = {
    ...(asksDrawer && { from_drawer: fromDrawer }),
    ...(!inCash && { payment_method: method }),
    ...(!inCash && reference.trim() !== '' && { payment_reference: reference.trim() }),
  };
  return {
    body,
    problem: methodProblem(known, method, reference.trim()),
    choices: offered.map(({ id }) => ({ value: id, label: nameOf(id) })),
    asksReference: known.some(({ id, asks_reference }) => id === method && asks_reference),
    ...{ asksDrawer, method, reference, fromDrawer, setMethod, setReference, setDrawer },
  };
}

interface PaidHowProps {
  readonly how: ReturnType<typeof usePaidHow>;
  /** What is missing is named only after somebody tried to pay. */
  readonly tried: boolean;
  readonly disabled: boolean;
}

export function PaidHow({ how, tried, disabled }: PaidHowProps) {
  const { choices, method, problem } = how;
  const errorAt = (field: string) => (tried && problem?.field === field ? problem.message : undefined);
  return (
    <Flex direction="column" alignItems="start" gap="3">
      {choices.length > 1 && (
        <choiceControl.Input
          name="payment_method"
          field={fieldWith(payment_method, { kind: 'choice', optional: false, choices })}
          value={method}
          onChange={how.setMethod}
          onBlur={nothing}
          error={errorAt('payment_method')}
          disabled={disabled}
        />
      )}
      {how.asksReference && (
        <MethodReference
          name="payment_reference"
          value={how.reference}
          onChange={how.setReference}
          error={errorAt('payment_reference')}
          disabled={disabled}
        />
      )}
      {how.asksDrawer && (
        <Tick>
          <input
            type="checkbox"
            name="from_drawer"
            checked={how.fromDrawer}
            disabled={disabled}
            onChange={({ target }) => how.setDrawer(target.checked)}
          />
          {from_drawer.label}
        </Tick>
      )}
    </Flex>
  );
}
