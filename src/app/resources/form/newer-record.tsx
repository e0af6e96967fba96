import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isSameValue } from '#contract/change.ts';
import type { FormDefinition, Resource } from '#contract/define-resource.ts';
import { LiveRegion } from './form-amounts.tsx';
import { type Form, type NewerRecord, startingValues } from './form-context.ts';
import { messages } from './texts.en.ts';

const MARK_DURATION_MS = 6_000;

interface NewerRecordOptions {
  readonly definition: FormDefinition;
  readonly form: Pick<Form, 'getValues' | 'resetField'>;
  readonly record: RecordRow | undefined;
  readonly begunWith: RecordRow | undefined;
  /** True while the record shows the values that this form itself is saving. */
  readonly paused: boolean;
}

interface FieldState {
  /** The record that the form's change is made upon, field by field (decision 41). */
  readonly base: RecordRow | undefined;
  readonly updated: ReadonlySet<string>;
  readonly conflicts: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const versionOf = (record: RecordRow | undefined) =>
  typeof record?.version === 'number' ? record.version : undefined;

function isOlder(record: RecordRow, than: RecordRow | undefined): boolean {
  const [version, newer] = [versionOf(record), versionOf(than)];
  return version !== undefined && newer !== undefined && version < newer;
}

/**
 * A newer record updates untouched fields in place, and marks touched ones that changed elsewhere (decision 41).
 */
export function useNewerRecord(options: NewerRecordOptions): {
  readonly newer: NewerRecord;
  readonly madeUpon: () => RecordRow | undefined;
  readonly onAnswered: (current: RecordRow) => void;
  readonly undecided: () => string | undefined;
  readonly restart: (base: RecordRow | undefined) => void;
} {
  const { definition, form, record, begunWith, paused } = options;
  const [state, setState] = useState<FieldState>({ base: begunWith, updated: NONE, conflicts: NONE });
  const [answered, setAnswered] = useState<{ readonly current: RecordRow; readonly over: string }>();
  const seen = useRef(record);
  const isAnswerNewer =
    answered !== undefined &&
    (versionOf(answered.current) === undefined
      ? contentOf(definition, record) === answered.over
      : record === undefined || isOlder(record, answered.current));
  const newest = isAnswerNewer ? answered.current : record;

  useEffect(() => {
    if (!newest || !state.base || paused || isOlder(newest, seen.current)) return;
    seen.current = newest;
    const next = follow(definition, form, state.base, newest);
    const conflictsChanged = [...next.conflicts].join() !== [...state.conflicts].join();
    if (!next.changed && !conflictsChanged) return;
    setState({
      base: next.base,
      conflicts: next.conflicts,
      updated: next.updated.size > 0 ? next.updated : state.updated,
    });
  });

  const marked = state.updated;
  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setState((one) => ({ ...one, updated: NONE })), MARK_DURATION_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  const newer = useMemo((): NewerRecord => {
    const decide = (name: string) =>
      setState(({ base, conflicts, updated }) => ({
        base: base && newest && { ...base, [name]: newest[name] },
        conflicts: new Set([...conflicts].filter((one) => one !== name)),
        updated,
      }));
    return {
      newest,
      updated: state.updated,
      conflicts: state.conflicts,
      keep: decide,
      take: (name) => {
        if (newest) form.resetField(name, { defaultValue: startingValues(definition, newest)[name] });
        decide(name);
      },
    };
  }, [definition, form, newest, state.updated, state.conflicts]);

  return {
    newer,
    undecided: () =>
      [...state.conflicts].find((name) => {
        const field = definition.fields[name];
        const typed = form.getValues()[name];
        const isEither = (record: RecordRow | undefined) =>
          field && isSameValue(field, typed, record?.[name]);
        return !isEither(newest) && !isEither(state.base);
      }),
    madeUpon: () => {
      const { base } = state;
      if (!newest || !base) return newest;
      const names = Object.keys(definition.fields);
      return { ...newest, ...Object.fromEntries(names.map((name) => [name, base[name]])) };
    },
    restart: (base) => {
      seen.current = undefined;
      setState({ base, updated: NONE, conflicts: NONE });
    },
    onAnswered: (current) => setAnswered({ current, over: contentOf(definition, record) }),
  };
}

const contentOf = (definition: FormDefinition, record: RecordRow | undefined): string =>
  JSON.stringify(startingValues(definition, record));

function follow(
  definition: FormDefinition,
  form: NewerRecordOptions['form'],
  from: RecordRow,
  newest: RecordRow,
) {
  const values = form.getValues();
  const shown = startingValues(definition, newest);
  const base: Record<string, unknown> = {};
  const updated = new Set<string>();
  const conflicts = new Set<string>();
  for (const [name, field] of Object.entries(definition.fields)) {
    if (newest[name] === undefined || isSameValue(field, from[name], newest[name])) continue;
    if (isSameValue(field, values[name], newest[name])) base[name] = newest[name];
    else if (isSameValue(field, values[name], from[name])) {
      base[name] = newest[name];
      form.resetField(name, { defaultValue: shown[name] });
      updated.add(name);
    } else conflicts.add(name);
  }
  return { base: { ...from, ...base }, updated, conflicts, changed: Object.keys(base).length > 0 };
}

/** When the browser restores the page from its memory (fault 72). */
export function useRestoredPage(resource: Resource): void {
  const client = useQueryClient();
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void client.invalidateQueries({ queryKey: keys.resource(resource.name) });
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [client, resource]);
}

interface NewerAnnouncementProps {
  readonly definition: FormDefinition;
  readonly newer: NewerRecord;
}

export function NewerAnnouncement({ definition, newer: { updated, conflicts } }: NewerAnnouncementProps) {
  const labelsOf = (names: ReadonlySet<string>) =>
    [...names].flatMap((name) => definition.fields[name]?.label ?? []);
  const [follows, differs] = [labelsOf(updated), labelsOf(conflicts)];
  const texts = [
    ...(follows.length > 0 ? [messages.fieldsUpdated({ labels: follows })] : []),
    ...(differs.length > 0 ? [messages.fieldsChangedElsewhere({ labels: differs })] : []),
  ];
  return <LiveRegion text={texts.join(' ')} />;
}
