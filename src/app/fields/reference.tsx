import { Box, InputGroup, Input as TextInput } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useContext, useId, useMemo, useState } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { ReferenceCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './messages.ts';
import { QuickCreate } from './quick-create.ts';
import { ReferenceList } from './reference-list.tsx';
import { MAX_OPTIONS, matchingRecords, optionDetail, optionTitle } from './reference-options.ts';
import { useCandidates } from './use-candidates.ts';
import { useCombobox } from './use-combobox.ts';

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
