import { chakra } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { createBody, type Draft, type FormDefinition, type Resource } from '#contract/define-resource.ts';
import { FormFooter } from './form-footer.tsx';
import { FormContext } from './form-setting.ts';
import { useDuplicateCheck } from './use-duplicate-check.ts';
import { type SavedRecord, useSave } from './use-save.ts';
import { referencesOf, sameValues, startingValues, type Values } from './values.ts';

interface ResourceFormProps {
  readonly resource: Resource;
  /** The resource itself, or the form of its installments. */
  readonly facts: FormDefinition;
  /** The record to change; absent to make one. */
  readonly record?: RecordRow | undefined;
  /** A write to open again with what was typed. */
  readonly takenBack?: Mutation | undefined;
  /** Values to begin a new record with. */
  readonly start?: Draft;
  /** Records that the starting values name, by field. */
  readonly known?: Readonly<Record<string, RecordRow>>;
  /** What the server will work out for a body, as far as that is known: shown until it has. */
  readonly expect?: (body: Draft) => Draft | undefined;
  readonly submitLabel: string;
  readonly onDone: (done: SavedRecord) => void;
  readonly onChanged?: (changed: boolean) => void;
  /** The fields, as FieldInput or a layout of them. */
  readonly children: ReactNode;
}

const NOTHING = {};

/** The form of one record: it checks with the contract, saves through the outbox and shows refusals. */
export function ResourceForm(props: ResourceFormProps) {
  const {
    resource,
    facts,
    record,
    takenBack,
    start,
    known = NOTHING,
    expect,
    submitLabel,
    onDone,
    onChanged,
  } = props;
  const source = takenBack?.body ?? record ?? start;
  const values = useMemo(() => startingValues(facts, source), [facts, source]);
  const resolver = useMemo(() => zodResolver(createBody(facts)), [facts]);
  const form = useForm<Values, unknown, Draft>({
    resolver,
    defaultValues: values,
  });
  const [picked, setPicked] = useState<Readonly<Record<string, RecordRow>>>(NOTHING);
  const onChoose = useCallback(
    (name: string, row: RecordRow) => setPicked((before) => ({ ...before, [name]: row })),
    [],
  );
  const chosen = useMemo(
    () => ({ ...referencesOf(facts, record), ...takenBack?.referenced, ...known, ...picked }),
    [facts, record, takenBack, known, picked],
  );
  const own = record?.id ?? takenBack?.recordId;
  const setting = useMemo(
    () => ({ resource, facts, record, own, chosen, onChoose, checks: form }),
    [resource, facts, record, own, chosen, onChoose, form],
  );
  const { earlier, holdsBack } = useDuplicateCheck(setting);
  const { submit, problem } = useSave({ ...setting, form, takenBack, expect, holdsBack, onDone });

  const { isDirty: changed, isSubmitting } = form.formState;
  useEffect(() => onChanged?.(changed), [changed, onChanged]);

  // A record that is refetched while nothing was typed shows its newer values.
  const [shown, setShown] = useState(values);
  const stale = !sameValues(shown, values) && !changed && !isSubmitting;
  useEffect(() => {
    if (!stale) return;
    form.reset(values);
    setShown(values);
  }, [form, stale, values]);

  const onSubmit = async (event: FormEvent) => {
    // A form in a dialog stands inside another form in React's tree, though not in the page.
    event.stopPropagation();
    await form.handleSubmit(submit)(event);
  };

  return (
    <FormContext value={setting}>
      <FormProvider {...form}>
        <chakra.form
          noValidate
          onSubmit={onSubmit}
          display="flex"
          flexDirection="column"
          gap="5"
          minWidth="0"
        >
          {props.children}
          <FormFooter submitLabel={submitLabel} problem={problem} earlier={earlier} />
        </chakra.form>
      </FormProvider>
    </FormContext>
  );
}
