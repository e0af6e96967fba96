import { chakra, type FlexProps, type HTMLChakraProps } from '@chakra-ui/react';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { FormInput, MutationIds } from '#app/kept-input/form-input.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { Draft, FormDefinition, Resource } from '#contract/define-resource.ts';
import type { Permission } from '#contract/permissions.ts';
import { useDuplicateCheck } from './duplicate-payment.tsx';
import { EndedMonthNote, isFinal as isFinalField, useEndedMonth } from './ended-month.tsx';
import {
  type Chosen,
  FormContext,
  type FormResolver,
  focusFirstEmpty,
  focusFirstInvalid,
  type OwnWrite,
  referencesOf,
  sameValues,
  startingValues,
  type Values,
} from './form-context.ts';
import { FormFooter } from './form-footer.tsx';
import type { KeptInputControl } from './kept-input.tsx';
import { KeptInputNote, useKeptInput } from './kept-input.tsx';
import { NewerAnnouncement, useNewerRecord, useRestoredPage } from './newer-record.tsx';
import { useFormResolver } from './paid-by.tsx';
import { type SavedForm, useIsSaving, useSave } from './saving.ts';

interface ResourceFormProps {
  readonly resource: Resource;
  readonly facts: FormDefinition;
  readonly record?: RecordRow | undefined;
  readonly takenBack?: Mutation | undefined;
  readonly start?: Draft;
  readonly known?: Chosen;
  readonly initial?: Values;
  readonly resolver?: FormResolver;
  readonly expect?: (body: Draft) => Draft | undefined;
  /** A permission that a body needs and the user lacks, as far as the form can tell. */
  readonly lacks?: (body: Draft) => Permission | undefined;
  readonly write?: OwnWrite;
  readonly submitLabel: string;
  readonly goOnLabel?: string | undefined;
  readonly buttons?: ReactNode;
  readonly bar?: FlexProps;
  readonly layout?: HTMLChakraProps<'div'>;
  /** A new record begins at its first empty field: typing needs no tap. */
  readonly focusesFirst?: boolean;
  readonly onDone: (done: SavedForm) => void;
  readonly onChanged?: (changed: boolean) => void;
  readonly onSending?: (sending: boolean) => void;
  readonly keptInput?: RefObject<KeptInputControl | undefined>;
  readonly children: ReactNode;
}

const EMPTY: Chosen = {};

const newIds = (): MutationIds => ({ current: newMutationId(), rejected: [] });

export function ResourceForm(props: ResourceFormProps) {
  const {
    resource,
    facts,
    record,
    takenBack,
    start,
    known = EMPTY,
    initial,
    expect,
    lacks,
    write,
    submitLabel,
    goOnLabel,
    buttons,
    bar,
    layout,
    focusesFirst = false,
    onDone,
    onChanged,
    onSending,
    keptInput,
  } = props;
  const [ids] = useState(() => ({ current: newIds() }));
  // A reopened change holds only the touched fields.
  const begunWith = record && (takenBack?.before ?? record);
  const source = takenBack ? { ...takenBack.before, ...takenBack.body } : (record ?? start);
  const values = useMemo(() => initial ?? startingValues(facts, source), [initial, facts, source]);
  const declared = useFormResolver(facts, record);
  const [picked, setPicked] = useState<Chosen>(EMPTY);
  const onChoose = useCallback(
    (name: string, chosenRecord: RecordRow) => setPicked((current) => ({ ...current, [name]: chosenRecord })),
    [],
  );
  const chosen = useMemo(
    () => ({ ...referencesOf(facts, record), ...takenBack?.referenced, ...known, ...picked }),
    [facts, record, takenBack, known, picked],
  );
  const form = useForm<Values, Chosen, Draft>({
    resolver: props.resolver ?? declared,
    context: chosen,
    defaultValues: values,
    shouldFocusError: initial === undefined,
  });
  const recordId = record?.id ?? takenBack?.recordId;
  const replaces = takenBack?.replaces;
  const [isSaved, setSaved] = useState(false);
  const ownIds = useRef(new Set<string>());
  const isSaving = useIsSaving(ownIds, record !== undefined) || form.formState.isSubmitting;
  const { newer, madeUpon, onAnswered, undecided, restart } = useNewerRecord({
    definition: facts,
    form,
    record,
    begunWith,
    paused: isSaving,
  });
  const [summary, setSummary] = useState<HTMLElement | null>(null);
  // A reopened entry holds an amount that its user must be able to change.
  const endedMonth = useEndedMonth(takenBack ? undefined : record);
  const isEnded = endedMonth !== undefined;
  const isFinal = useCallback(
    (name: string) => {
      const field = facts.fields[name];
      return (
        isEnded && record !== undefined && field !== undefined && isFinalField(resource, record, name, field)
      );
    },
    [resource, facts, record, isEnded],
  );
  const formContext = useMemo(
    () => ({
      prefix: '',
      resource,
      definition: facts,
      record,
      recordId,
      replaces,
      isSaved,
      chosen,
      onChoose,
      newer,
      checks: form,
      isFinal,
      summary,
      write,
    }),
    [
      resource,
      facts,
      record,
      recordId,
      replaces,
      isSaved,
      chosen,
      onChoose,
      newer,
      form,
      isFinal,
      summary,
      write,
    ],
  );
  const { duplicate, shouldConfirm } = useDuplicateCheck(formContext);
  const kept = useKeptInput({
    ...formContext,
    form,
    reopened: takenBack,
    madeUpon,
    ids,
    control: keptInput,
    onResume: (resumed: FormInput) => {
      // Upon the record as it was when the change began; a newer one is followed from there.
      restart(resumed.base);
      form.reset(initial ?? startingValues(facts, resumed.base ?? source));
      for (const [name, value] of Object.entries(resumed.values)) {
        if (initial || name in facts.fields) form.setValue(name, value, { shouldDirty: true });
      }
      setPicked(resumed.referenced);
    },
    onStartAnew: () => {
      restart(begunWith);
      form.reset(values);
      setPicked(EMPTY);
    },
  });
  const goesOn = useRef(false);
  useRestoredPage(resource);
  const { submit, problem, sending } = useSave({
    ...formContext,
    ids,
    kept,
    form,
    reopened: takenBack,
    predict: expect,
    lacks,
    shouldConfirm: async (body) => {
      const name = undecided();
      if (name === undefined) return shouldConfirm(body);
      form.setFocus(name);
      return true;
    },
    madeUpon,
    onAnswered,
    ownIds,
    onDone: (done) => {
      setSaved(true);
      onDone({ ...done, goesOn: goesOn.current });
    },
  });

  const { isDirty: changed, isSubmitting, submitCount } = form.formState;
  useEffect(() => onChanged?.(changed), [changed, onChanged]);
  useEffect(() => onSending?.(sending), [sending, onSending]);

  // Initial values that arrive later replace the values as long as nothing was typed.
  const [shownValues, setShownValues] = useState(values);
  const stale = !record && !sameValues(shownValues, values) && !changed && !isSubmitting;
  useEffect(() => {
    if (!stale) return;
    form.reset(values);
    setShownValues(values);
  }, [form, stale, values]);

  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (!focusesFirst || record || takenBack) return;
    focusFirstEmpty(element.current);
  }, []);

  // Fields that came later stand between the others; their order in the form's own list is that of their coming.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each attempt
  useEffect(() => {
    if (initial && submitCount > 0) focusFirstInvalid(element.current);
  }, [submitCount]);

  const onSubmit = async (event: FormEvent) => {
    // Stops the event: in React's tree a dialog's form is inside the other form.
    event.stopPropagation();
    const { nativeEvent } = event;
    goesOn.current =
      nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.dataset.goesOn !== undefined;
    await form.handleSubmit(submit)(event);
  };

  return (
    <FormContext value={formContext}>
      <FormProvider {...form}>
        <chakra.form
          ref={element}
          noValidate
          onSubmit={onSubmit}
          display="grid"
          gridTemplateColumns="var(--form-columns, minmax(0, 1fr))"
          alignItems="start"
          gap="5"
          minWidth="0"
        >
          <KeptInputNote kept={kept} disabled={isSubmitting} />
          {endedMonth && record && <EndedMonthNote resource={resource} record={record} {...endedMonth} />}
          <chakra.div gridColumn="1 / -1" {...(layout ?? { display: 'contents' })}>
            {props.children}
            <NewerAnnouncement definition={facts} newer={newer} />
            <FormFooter
              submitLabel={submitLabel}
              goOnLabel={goOnLabel}
              buttons={buttons}
              bar={bar}
              problem={problem}
              duplicate={duplicate}
              summaryRef={setSummary}
            />
          </chakra.div>
        </chakra.form>
      </FormProvider>
    </FormContext>
  );
}
