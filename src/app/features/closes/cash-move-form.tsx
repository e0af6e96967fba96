import { useMemo } from 'react';
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
import { cashWays, receivesCash } from '#contract/cash-ways.ts';
import type { Draft } from '#contract/define-resource.ts';
import { fieldWith } from '#contract/fields.ts';
import { WAY_PARAMETER, wayTitle } from './cash-ways.ts';
import { PersonChoice, usePersonChoices } from './person-choice.tsx';
import { messages } from './texts.en.ts';

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

function PersonField({ way }: { readonly way: string }) {
  const { setValue, formState } = useFormContext<Values>();
  const person = useController<Values>({ name: 'person' });
  const name = useController<Values>({ name: 'person_name' });
  return (
    <PersonChoice
      label={personLabel(way)}
      optional={way === 'brought'}
      value={{ person: textOf(person.field.value), person_name: textOf(name.field.value) }}
      errors={{ person: person.fieldState.error?.message, person_name: name.fieldState.error?.message }}
      onChange={(chosen) => {
        const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
        setValue('person', chosen.person, options);
        setValue('person_name', chosen.person_name, options);
      }}
    />
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
