import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentOwner } from '#app/api/session.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { FormInput, MutationIds } from '#app/kept-input/form-input.ts';
import { FormInputWriter, inputToOffer, removeFormInput } from '#app/kept-input/form-input.ts';
import { asOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { languageOf } from '#app/ui/typed-text.tsx';
import {
  type Form,
  type FormContextValue,
  sameValues,
  type Values,
  writesResourceItself,
} from './form-context.ts';
import { messages } from './texts.en.ts';

export interface KeptInputControl {
  readonly finish: () => void;
  readonly write: () => void;
}

export interface KeptInputState extends KeptInputControl {
  readonly offered: FormInput | undefined;
  readonly resumed: FormInput | undefined;
  readonly resume: () => void;
  readonly startAnew: () => void;
}

interface StoredInputOptions {
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<KeptInputControl | undefined> | undefined;
  readonly name: () => string;
  readonly content: () => Omit<FormInput, 'id' | 'startedAt' | 'ids'> | undefined;
  readonly onResume: (input: FormInput) => void;
  readonly onStartAnew: () => void;
}

const newIdentity = () => ({ id: newMutationId(), startedAt: Date.now(), finished: false });

/**
 * Stores the input of an open form for its owner and offers input of an earlier visit that was not saved (fault 65).
 */
function useStoredInput(options: StoredInputOptions): KeptInputState & { readonly writer: FormInputWriter } {
  const { control, ids } = options;
  const latest = useRef(options);
  latest.current = options;
  const [owner] = useState(currentOwner);
  const identity = useRef(newIdentity());
  const [offered, setOffered] = useState<FormInput>();
  const [resumed, setResumed] = useState<FormInput>();
  const [writer] = useState(
    () =>
      new FormInputWriter(owner, () => {
        const { id, startedAt, finished } = identity.current;
        const content = finished ? undefined : latest.current.content();
        return content && { id, startedAt, ...content, ids: ids.current };
      }),
  );

  useEffect(() => writer.start(), [writer]);
  // Read once: a form that stays open does not learn of input in other tabs.
  useEffect(() => {
    if (!owner) return;
    let active = true;
    void inputToOffer(owner, latest.current.name(), Date.now()).then((found) => {
      if (active && found) setOffered(found);
    });
    return () => {
      active = false;
    };
  }, [owner]);

  const finish = () => {
    identity.current.finished = true;
    setOffered(undefined);
    writer.write();
  };
  const write = () => writer.write();
  useEffect(() => {
    if (!control) return;
    control.current = { finish, write };
    return () => {
      control.current = undefined;
    };
  });

  const resume = () => {
    if (!offered) return;
    identity.current = { id: offered.id, startedAt: offered.startedAt, finished: false };
    ids.current = offered.ids;
    writer.adopt(offered);
    setOffered(undefined);
    setResumed(offered);
    latest.current.onResume(offered);
  };
  const startAnew = () => {
    if (owner && offered) removeFormInput(owner, offered);
    setOffered(undefined);
    if (!resumed) return;
    identity.current = newIdentity();
    ids.current = { current: newMutationId(), rejected: [] };
    setResumed(undefined);
    latest.current.onStartAnew();
    writer.write();
  };
  return { offered, resumed, resume, startAnew, finish, write, writer };
}

function noteText({ offered, resumed }: Pick<KeptInputState, 'offered' | 'resumed'>): string | undefined {
  const kept = offered ?? resumed;
  if (!kept) return undefined;
  const time = asOf(kept.startedAt);
  if (offered) return kept.base ? messages.keptOfChange({ time }) : messages.keptOfNew({ time });
  return kept.base ? messages.resumedChange({ time }) : messages.resumedNew({ time });
}

interface KeptInputNoteProps {
  readonly kept: KeptInputState;
  readonly disabled: boolean;
}

export function KeptInputNote({ kept, disabled }: KeptInputNoteProps) {
  const { offered, resumed, resume, startAnew } = kept;
  const text = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone then; the note tells the new state of the form.
  useEffect(() => {
    if (resumed) text.current?.focus({ preventScroll: true });
  }, [resumed]);
  const sentence = noteText(kept);
  if (sentence === undefined) return null;
  const title = offered?.title ?? '';
  return (
    <Box gridColumn="1 / -1" background="bg.subtle" borderWidth="1px" borderRadius="md" padding="3">
      <chakra.p ref={text} role="status" tabIndex={-1} outline="none" fontSize="sm">
        {sentence}
        {title !== '' && (
          <chakra.bdi lang={languageOf(title)} display="block" fontWeight="semibold" overflowWrap="anywhere">
            {title}
          </chakra.bdi>
        )}
      </chakra.p>
      <Flex marginBlockStart="3" gap="2" wrap="wrap">
        {offered && (
          <Button type="button" disabled={disabled} onClick={resume}>
            {messages.continueKept}
          </Button>
        )}
        <Button
          type="button"
          variant="outline"
          colorPalette="neutral"
          disabled={disabled}
          onClick={startAnew}
        >
          {messages.startAnew}
        </Button>
      </Flex>
    </Box>
  );
}

interface KeptInputOptions extends FormContextValue {
  readonly form: Form;
  readonly reopened: Mutation | undefined;
  readonly madeUpon: () => RecordRow | undefined;
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<KeptInputControl | undefined> | undefined;
  readonly onResume: (input: FormInput) => void;
  readonly onStartAnew: () => void;
}

const NOTHING = { values: {}, initial: {} };

function kindOf({ resource, definition, write }: KeptInputOptions): string {
  if (write) return write.name;
  return writesResourceItself(resource, definition) ? resource.name : `${resource.name} installment`;
}

function nameOf(options: KeptInputOptions): string {
  const { recordId, reopened } = options;
  const kind = kindOf(options);
  if (reopened?.replaces !== undefined) return `${kind} entry ${reopened.replaces}`;
  return `${kind} ${recordId ?? 'new'}`;
}

function titleOf({ resource, definition, chosen, write }: KeptInputOptions, typed: Values): string {
  if (write?.title !== undefined) return write.title;
  if (!writesResourceItself(resource, definition))
    return chosen.related_record ? resource.titleOf(chosen.related_record) : '';
  const names = Object.entries(chosen).map(([name, record]) => [`${name}_data`, record]);
  return resource.titleOf({ ...typed, ...Object.fromEntries(names) });
}

export function useKeptInput(options: KeptInputOptions): KeptInputState {
  const { form, ids, control } = options;
  const shown = useRef<{ readonly values: Values; readonly initial: Values }>(NOTHING);
  const { writer, ...kept } = useStoredInput({
    ids,
    control,
    name: () => nameOf(options),
    content: () => {
      const { values, initial } = shown.current;
      const base = options.madeUpon();
      if (sameValues({ ...initial, ...values }, initial)) return undefined;
      const typed = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
      const texts = typed.map(([name, value]) => [name, textOf(value)]);
      return {
        form: nameOf(options),
        title: titleOf(options, values),
        values: Object.fromEntries(texts),
        ...(base && { base }),
        referenced: options.chosen,
      };
    },
    onResume: options.onResume,
    onStartAnew: () => {
      options.onStartAnew();
      shown.current = NOTHING;
    },
  });

  useEffect(
    () =>
      form.subscribe({
        // `resetField` announces its values before the defaults change, and `isDirty` after that.
        formState: { values: true, isDirty: true },
        callback: (changed) => {
          shown.current = { values: changed.values, initial: { ...changed.defaultValues } };
          writer.changed();
        },
      }),
    [form, writer],
  );

  return kept;
}
