import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { choiceControl } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { formTitle } from '#app/lib/texts.en.ts';
import { useUser } from '#app/reads/branch-queries.ts';
import { usePeople } from '#app/reads/people.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { useFormContextValue, type Values } from '#app/resources/form/form-context.ts';
import { FormPage, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { ResourceForm } from '#app/resources/form/resource-form.tsx';
import { messages as formMessages } from '#app/resources/form/texts.en.ts';
import { cashWays } from '#contract/cash-ways.ts';
import type { Draft } from '#contract/define-resource.ts';
import { fieldWith } from '#contract/fields.ts';
import { receivesCash } from '#contract/rules/cash-receiver.ts';
import { WAY_PARAMETER, wayTitle } from './cash-ways.ts';
import { messages } from './texts.en.ts';

const OTHER = 'other';

/** Users of the branch as choices, in the order of the server. */
function usePersonChoices() {
  const people = usePeople();
  return useMemo(() => [...people].map(([value, label]) => ({ value, label })), [people]);
}

/** Managers record also for the drawer of another person. */
function DrawerField() {
  const { definition, record } = useFormContextValue();
  const { field, fieldState } = useController<Values>({ name: 'drawer' });
  const choices = usePersonChoices();
  const declared = definition.fields.drawer;
  const mayChoose = usePermissions()('drawer.see-all');
  if (!declared || !mayChoose || choices.length < 2) return null;
  return (
    <choiceControl.Input
      name="drawer"
      field={fieldWith(declared, { kind: 'choice', optional: false, choices, label: messages.whoseDrawer })}
      value={textOf(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      disabled={record !== undefined}
      inputRef={field.ref}
    />
  );
}

const personLabel = (way: string) =>
  way === 'brought' ? messages.broughtBy : way === 'banked' ? messages.takenBy : messages.receivedBy;

/** A user of the branch with one tap, or somebody whose name is typed. */
function PersonField({ way }: { readonly way: string }) {
  const { definition } = useFormContextValue();
  const { setValue, formState } = useFormContext<Values>();
  const { field, fieldState } = useController<Values>({ name: 'person' });
  const name = useController<Values>({ name: 'person_name' });
  const choices = usePersonChoices();
  const [types, setTypes] = useState(false);
  const declared = definition.fields.person;
  const typed = definition.fields.person_name;
  if (!declared || !typed) return null;
  const person = textOf(field.value);
  const typesName = choices.length === 0 || types || (person === '' && textOf(name.field.value) !== '');
  const optional = way === 'brought';
  const choose = (chosen: string) => {
    const known = choices.find(({ value }) => value === chosen);
    setTypes(chosen === OTHER);
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue('person', known?.value ?? '', options);
    setValue('person_name', known?.label ?? '', options);
  };
  const error = fieldState.error?.message ?? (typesName ? undefined : name.fieldState.error?.message);
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" gridColumn="1 / -1">
      {choices.length > 0 && (
        <choiceControl.Input
          name="person"
          field={fieldWith(declared, {
            kind: 'choice',
            optional,
            choices: [...choices, { value: OTHER, label: messages.somebodyElse }],
            label: personLabel(way),
          })}
          value={typesName ? OTHER : person}
          onChange={choose}
          onBlur={field.onBlur}
          error={error}
          inputRef={field.ref}
        />
      )}
      {typesName && <FieldInput name="person_name" required={!optional} />}
    </chakra.div>
  );
}

function Fields({ isGiven }: { readonly isGiven: boolean }) {
  const way = textOf(useWatch<Values>({ name: 'way' }));
  return (
    <>
      {!isGiven && <FieldInput name="way" />}
      <FieldInput name="amount" />
      {way === 'banked' && <FieldInput name="slip" />}
      <PersonField way={way} />
      <DrawerField />
      <FieldInput name="custom_date" />
      <FieldInput name="notes" />
    </>
  );
}

/** Cash that is brought, handed over to the office or taken to the bank (decision 179). */
export function CashMoveForm({ resource, record, takenBack }: RecordFormProps) {
  const { fallback = resource.screens.list } = useNavigationState();
  const [parameters] = useSearchParams();
  const user = useUser()?.id;
  const people = usePeople();
  const asked = parameters.get(WAY_PARAMETER);
  const way = record || takenBack ? undefined : cashWays.find(({ value }) => value === asked)?.value;
  const start = useMemo(() => ({ way, ...(user !== undefined && { drawer: String(user) }) }), [way, user]);
  const may = usePermissions();
  const expect = (body: Draft): Draft => ({
    drawer_name: people.get(String(body.drawer)) ?? null,
    ...(receivesCash(body, { userId: String(user), may }) && { received: body.amount }),
  });
  const title = way ? wayTitle(way) : formTitle(resource, resource, record !== undefined);
  return (
    <FormPage title={title} about={messages.cashForm} list={fallback}>
      {(callbacks) => (
        <ResourceForm
          resource={resource}
          facts={resource}
          record={record}
          takenBack={takenBack}
          {...(!record && !takenBack && { start, expect })}
          submitLabel={record ? formMessages.saveChanges : title}
          focusesFirst
          {...callbacks}
        >
          <Fields isGiven={way !== undefined} />
        </ResourceForm>
      )}
    </FormPage>
  );
}
