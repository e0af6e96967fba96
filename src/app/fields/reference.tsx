import { Box, InputGroup, Input as TextInput } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useContext, useId, useMemo, useState } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { ReferenceCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { QuickCreate } from './quick-create.ts';
import { ReferenceList } from './reference-list.tsx';
import { MAX_OPTIONS, matchingRecords, optionDetail, optionTitle } from './reference-options.ts';
import { useCandidates } from './use-candidates.ts';
import { useCombobox } from './use-combobox.ts';

function Input({ name, value, onChange, onBlur, inputRef, chosen, onChoose, ...frame }: InputProps) {
  const box = useCombobox();
  const { resource, rows, note } = useCandidates(frame.field, box.typed);
  const Adding = useContext(QuickCreate);
  // Search text at the time the dialog opened; undefined while it is closed.
  const [adding, setAdding] = useState<string>();
  const [picked, setPicked] = useState<RecordRow>();
  const listId = useId();

  const matches = useMemo(() => matchingRecords(resource, rows, box.typed), [resource, rows, box.typed]);
  const listed = matches.slice(0, MAX_OPTIONS);
  const mayAdd = Adding !== undefined && resource.quickCreate === true;
  const count = listed.length + (mayAdd ? 1 : 0);
  const record = rows.find((row) => row.id === value) ?? [picked, chosen].find((row) => row?.id === value);
  const title = record ? optionTitle(resource, record) : '';
  const facts = record ? optionDetail(resource, record).join(' · ') : '';

  const choose = (row: RecordRow) => {
    setPicked(row);
    onChange(row.id);
    onChoose?.(row);
  };
  const pick = (index: number) => {
    const row = listed[index];
    const { typed } = box;
    box.close();
    if (row) choose(row);
    else setAdding(typed.trim());
  };
  const type = (text: string) => {
    box.type(text);
    if (text === '') onChange('');
  };
  const nothing = matches.length === 0 && !note?.loading;

  return (
    <FieldFrame {...frame} help={frame.help ?? (facts === '' ? undefined : facts)}>
      <Box position="relative" width="full">
        <InputGroup startElement={<Search size={18} aria-hidden />}>
          <TextInput
            ref={inputRef}
            name={name}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={box.open}
            aria-controls={box.open ? listId : undefined}
            aria-activedescendant={box.active >= 0 ? `${listId}-${box.active}` : undefined}
            value={box.open && box.typed !== '' ? box.typed : title}
            placeholder={`Search ${resource.plural.toLowerCase()}`}
            onChange={(event) => type(event.target.value)}
            onClick={box.show}
            onFocus={(event) => event.target.select()}
            onBlur={() => {
              box.close();
              onBlur();
            }}
            onKeyDown={(event: KeyboardEvent) => box.onKey(event, { count, onPick: pick })}
            dir="auto"
            // Both sides: Arabic text starts on the right.
            paddingInline="10"
            autoComplete="off"
            spellCheck={false}
          />
        </InputGroup>
        {box.open && (
          <ReferenceList
            id={listId}
            resource={resource}
            rows={listed}
            more={matches.length - listed.length}
            note={nothing ? 'No option found.' : note?.text}
            active={box.active}
            chosenId={value}
            onActive={box.setActive}
            onPick={pick}
            adding={mayAdd ? `${resource.addVerb} ${resource.singular}` : undefined}
          />
        )}
      </Box>
      {adding !== undefined && Adding && (
        <Adding
          resource={resource}
          typed={adding}
          onClose={() => setAdding(undefined)}
          onCreated={(row) => {
            setAdding(undefined);
            choose(row);
          }}
        />
      )}
    </FieldFrame>
  );
}

/** Controls a reference: finds a record by name, code, phone or receipt number. */
export const reference: FieldControl = { Input, Cell: ReferenceCell };
