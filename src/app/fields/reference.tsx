import { Box, InputGroup, Input as TextInput } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';
import { ReferenceCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import pickerStyles from './picker.module.css';
import { QuickCreate } from './quick-create.ts';
import { MAX_OPTIONS, matchingRecords, optionDetail, optionTitle } from './reference-options.ts';
import { messages } from './texts.en.ts';
import { useCandidates } from './use-candidates.ts';

interface ReferenceListProps {
  readonly id: string;
  readonly resource: Resource;
  readonly records: readonly RecordRow[];
  /** Number of matches that are not listed. */
  readonly hiddenCount: number;
  readonly note: string | undefined;
  readonly active: number;
  readonly chosenId: string;
  readonly onActive: (index: number) => void;
  readonly onPick: (index: number) => void;
  /** Label of the option that creates a record; it follows the records. */
  readonly createLabel: string | undefined;
}

/** Renders the options below a reference field. */
function ReferenceList(props: ReferenceListProps) {
  const { id, resource, records, hiddenCount, note, active, chosenId, onActive, onPick, createLabel } = props;
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
      {note !== undefined && <p data-note>{note}</p>}
      <div id={id} role="listbox" aria-label={resource.plural}>
        {records.map((record, index) => (
          <div key={record.id} {...option(index, record.id === chosenId)}>
            <span dir="auto">{optionTitle(resource, record)}</span>
            <small>
              {optionDetail(resource, record).map((detail) => (
                <bdi key={detail}>{detail}</bdi>
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

/** Describes what the keys of a combobox act on. */
interface Options {
  readonly count: number;
  readonly onPick: (index: number) => void;
}

/** Manages the state of a combobox: open, typed text and active option. */
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
  const { resource, records, note, nothingKept } = useCandidates(frame.field, combobox.typed);
  const CreateDialog = useContext(QuickCreate);
  // Search text at the time the dialog opened; undefined while it is closed.
  const [creating, setCreating] = useState<string>();
  const [picked, setPicked] = useState<RecordRow>();
  const listId = useId();

  const matches = useMemo(
    () => matchingRecords(resource, records, combobox.typed),
    [resource, records, combobox.typed],
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
    const { typed } = combobox;
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
            hiddenCount={matches.length - listed.length}
            note={noMatches ? messages.noOptions : note?.text}
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

/** Controls a reference: finds a record by name, code, phone or receipt number. */
export const referenceControl: FieldControl = { Input, Cell: ReferenceCell };
