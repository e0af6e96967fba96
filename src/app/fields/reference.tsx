import { Box, InputGroup, Input as TextInput } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import {
  type ComponentType,
  createContext,
  type KeyboardEvent,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { AllFilter } from '#app/cache/query-keys.ts';
import { useDebouncedValue } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useMayRefer } from '#app/reads/capabilities.ts';
import { cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import {
  type ListResult,
  type PickerSize,
  useAllRecords,
  usePickerSize,
  useRecords,
} from '#app/reads/use-records.ts';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ReferenceCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import pickerStyles from './picker.module.css';
import {
  MAX_OPTIONS,
  matchingRecords,
  offeredRecords,
  optionDetail,
  optionTitle,
} from './reference-options.ts';
import { messages } from './texts.en.ts';

export interface QuickCreateProps {
  readonly resource: Resource;
  readonly typed: string;
  readonly onCreated: (record: RecordRow) => void;
  readonly onClose: () => void;
}

/** A context, because the dialog's form uses the fields itself. Without it the picker creates no record. */
export const QuickCreate = createContext<ComponentType<QuickCreateProps> | undefined>(undefined);

const DEBOUNCE_MS = 300;

const loadTwins = () => import('./twin-records.ts');
// Without it names are found as they are written.
const withoutTwins = () => undefined;

const hasDebt = (record: RecordRow) => {
  const balance = readPiastres(record.remaining_amount);
  return balance === undefined || balance > 0n;
};

interface Note {
  readonly text: string;
  readonly loading: boolean;
}

interface Candidates {
  readonly resource: Resource;
  readonly records: readonly RecordRow[];
  readonly note: Note | undefined;
  readonly leavesOutPending: boolean;
  /** This device has no records and the server cannot be reached, so an empty list proves nothing. */
  readonly nothingKept: boolean;
}

function noteFor({ status, error }: ListResult): Note | undefined {
  if (status === 'loading') return { text: messages.loading, loading: true };
  return status === 'error'
    ? { text: messages.loadError({ error: error?.message ?? '' }), loading: false }
    : undefined;
}

const recordsIn = (records: ListResult['rows']) =>
  records.filter(({ pending }) => pending?.kind !== 'delete').map(({ record }) => record);

/** @param neverLoaded the complete list is not on this device */
function useSearchResults(
  resource: Resource,
  filter: AllFilter | undefined,
  typed: string,
  size: PickerSize,
  neverLoaded: boolean,
) {
  const offline = useConnection() === 'offline';
  const searches = size.offers === 'search' || (offline && neverLoaded);
  const client = useQueryClient();
  const words = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const request = useMemo(() => ({ page: 1, search: words, ...filter }), [words, filter]);
  const online = useRecords(resource, request, { enabled: searches && !offline });
  const { data: cached } = useQuery({
    ...cachedRecordsQuery(client, resource),
    enabled: searches && offline,
  });
  const records = useMemo(() => {
    const found = offline ? (cached ?? []).map(({ record }) => record) : recordsIn(online.rows);
    return filter ? found.filter((record) => !record.is_installment) : found;
  }, [offline, cached, online.rows, filter]);
  if (!searches) return undefined;
  const count = Math.max(size.count, records.length);
  const things = resource.plural.toLowerCase();
  if (offline) {
    if (cached?.length === 0) {
      const nothing = { text: messages.nothingKept({ things }), loading: false };
      return { records, note: nothing, nothingKept: true };
    }
    const text = messages.offlineOptions({ offered: records.length, count, things });
    return { records, note: { text, loading: cached === undefined } };
  }
  const searching = typed.trim() !== words || online.fetching;
  const text = searching ? messages.searching : messages.serverSearchHint({ count, things });
  return { records, note: { text, loading: searching } };
}

const ENROLMENTS: AllFilter = { is_installment: false };

/**
 * Records with a debt come first; a resource with installments offers only its enrolments (specification, section 7).
 */
function useCandidates(field: Field, typed: string): Candidates {
  const resource = resourceOf(field.refersTo ?? 'student');
  const filter = resource.installment && ENROLMENTS;
  const size = usePickerSize(resource);
  const result = useAllRecords(resource, filter, { enabled: size.offers === 'all' });
  const searched = useSearchResults(resource, filter, typed, size, result.updatedAt === 0);
  const others = searched?.records;
  const mayRefer = useMayRefer();
  const [records, leavesOutPending] = useMemo(() => {
    // With server search these are only the pending records, which no server finds.
    const loaded = recordsIn(result.rows);
    const known = new Set(loaded.map(({ id }) => id));
    const all = [...loaded, ...(others ?? []).filter(({ id }) => !known.has(id))];
    const offered = all.filter(({ id }) => mayRefer(id));
    const byDebt = [...offered.filter(hasDebt), ...offered.filter((record) => !hasDebt(record))];
    return [byDebt, offered.length < all.length] as const;
  }, [others, result.rows, mayRefer]);
  const nothingKept = searched?.nothingKept === true && records.length === 0;
  const note = searched ? searched.note : noteFor(result);
  return { resource, records, note, leavesOutPending, nothingKept };
}

interface ReferenceListProps {
  readonly id: string;
  readonly resource: Resource;
  readonly records: readonly RecordRow[];
  readonly typed: string;
  readonly hiddenCount: number;
  readonly notes: readonly (string | undefined)[];
  readonly active: number;
  readonly chosenId: string;
  readonly onActive: (index: number) => void;
  readonly onPick: (index: number) => void;
  readonly createLabel: string | undefined;
}

function ReferenceList(props: ReferenceListProps) {
  const {
    id,
    resource,
    records,
    typed,
    hiddenCount,
    notes,
    active,
    chosenId,
    onActive,
    onPick,
    createLabel,
  } = props;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const option = (index: number, selected: boolean) => ({
    id: `${id}-${index}`,
    role: 'option',
    'data-index': index,
    'data-active': index === active || undefined,
    'aria-selected': selected,
    onPointerMove: () => onActive(index),
    onClick: () => onPick(index),
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field, whose blur would close the list before the click
    <div className={pickerStyles.options} ref={list} onMouseDown={(event) => event.preventDefault()}>
      {notes.map(
        (note) =>
          note !== undefined && (
            <p key={note} data-note>
              {note}
            </p>
          ),
      )}
      <div id={id} role="listbox" aria-label={resource.plural}>
        {records.map((record, index) => (
          <div key={record.id} {...option(index, record.id === chosenId)}>
            <span {...typedText(optionTitle(resource, record))}>{optionTitle(resource, record)}</span>
            <small>
              {optionDetail(resource, record, typed).map((detail) => (
                <TypedText key={detail}>{detail}</TypedText>
              ))}
            </small>
          </div>
        ))}
        {createLabel !== undefined && (
          <div data-adding {...option(records.length, false)}>
            <Plus size={18} aria-hidden /> {createLabel}
          </div>
        )}
      </div>
      {hiddenCount > 0 && <p data-note>{messages.moreOptions({ count: hiddenCount })}</p>}
    </div>
  );
}

interface Options {
  readonly count: number;
  readonly onPick: (index: number) => void;
}

function useCombobox() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);

  const show = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setTyped('');
    setActive(-1);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActive(text === '' ? -1 : 0);
  };
  const move = (step: number, count: number) => {
    setOpen(true);
    if (count === 0) return;
    const start = step > 0 ? 0 : count - 1;
    setActive(open && active >= 0 ? (active + step + count) % count : start);
  };
  const onKey = (event: KeyboardEvent, { count, onPick }: Options) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1, count);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (active >= 0 && active < count) onPick(active);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return { open, typed, active, setActive, show, close, type, onKey };
}

function Input({ name, value, onChange, onBlur, inputRef, chosen, onChoose, ...frame }: InputProps) {
  const combobox = useCombobox();
  const { resource, records, note, leavesOutPending, nothingKept } = useCandidates(
    frame.field,
    combobox.typed,
  );
  const CreateDialog = useContext(QuickCreate);
  // Search text at the time the dialog opened; undefined while it is closed.
  const [creating, setCreating] = useState<string>();
  const [picked, setPicked] = useState<RecordRow>();
  const listId = useId();

  const { typed } = combobox;
  const twinsOf = useLazyModule(typed !== '', loadTwins, withoutTwins)?.twinsBeside;
  const matches = useMemo(
    () => offeredRecords(resource, matchingRecords(resource, records, typed, twinsOf), typed),
    [resource, records, typed, twinsOf],
  );
  const listed = matches.slice(0, MAX_OPTIONS);
  // A record that this device does not know may exist: a second one of it must not be offered.
  const canCreate = CreateDialog !== undefined && resource.quickCreate === true && !nothingKept;
  const count = listed.length + (canCreate ? 1 : 0);
  const record =
    records.find((option) => option.id === value) ?? [picked, chosen].find((option) => option?.id === value);
  const title = record ? optionTitle(resource, record) : '';
  const details = record ? optionDetail(resource, record).join(' · ') : '';

  const choose = (option: RecordRow) => {
    setPicked(option);
    onChange(option.id);
    onChoose?.(option);
  };
  const pick = (index: number) => {
    const option = listed[index];
    combobox.close();
    if (option) choose(option);
    else setCreating(typed.trim());
  };
  const type = (text: string) => {
    combobox.type(text);
    if (text === '') onChange('');
  };
  const noMatches = matches.length === 0 && !note?.loading && !nothingKept;

  return (
    <FieldFrame {...frame} help={frame.help ?? (details === '' ? undefined : details)}>
      <Box position="relative" width="full">
        <InputGroup startElement={<Search size={18} aria-hidden />}>
          <TextInput
            ref={inputRef}
            name={name}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={combobox.open}
            aria-controls={combobox.open ? listId : undefined}
            aria-activedescendant={combobox.active >= 0 ? `${listId}-${combobox.active}` : undefined}
            value={combobox.open && combobox.typed !== '' ? combobox.typed : title}
            placeholder={messages.search({ things: resource.plural.toLowerCase() })}
            onChange={(event) => type(event.target.value)}
            onClick={combobox.show}
            onFocus={(event) => event.target.select()}
            onBlur={() => {
              combobox.close();
              onBlur();
            }}
            onKeyDown={(event: KeyboardEvent) => combobox.onKey(event, { count, onPick: pick })}
            dir="auto"
            // Both sides: Arabic text starts on the right.
            paddingInline="10"
            autoComplete="off"
            spellCheck={false}
          />
        </InputGroup>
        {combobox.open && (
          <ReferenceList
            id={listId}
            resource={resource}
            records={listed}
            typed={typed}
            hiddenCount={matches.length - listed.length}
            notes={[
              noMatches ? messages.noOptions : note?.text,
              leavesOutPending ? messages.pendingNotOffered : undefined,
            ]}
            active={combobox.active}
            chosenId={value}
            onActive={combobox.setActive}
            onPick={pick}
            createLabel={
              canCreate ? messages.create({ verb: resource.addVerb, thing: resource.singular }) : undefined
            }
          />
        )}
      </Box>
      {creating !== undefined && CreateDialog && (
        <CreateDialog
          resource={resource}
          typed={creating}
          onClose={() => setCreating(undefined)}
          onCreated={(option) => {
            setCreating(undefined);
            choose(option);
          }}
        />
      )}
    </FieldFrame>
  );
}

export const referenceControl: FieldControl = { Input, Cell: ReferenceCell };
