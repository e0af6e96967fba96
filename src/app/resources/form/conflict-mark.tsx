import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { asOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { changeAuthor, historyQuery } from '#app/reads/record-history.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { messages } from './texts.en.ts';

interface ConflictMarkProps {
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
  readonly newest: RecordRow;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

export function ConflictMark({ resource, name, field, newest, onTake, onKeep }: ConflictMarkProps) {
  const keepsHistory = useReadStrategy()?.keepsHistory === true;
  const { data } = useQuery({ ...historyQuery(resource, newest.id), enabled: keepsHistory, retry: false });
  const author = changeAuthor(data ?? [], name, field, newest[name]);
  const Cell = cells[field.kind];
  const isEmpty = textOf(newest[name]) === '';
  return (
    <chakra.div
      role="group"
      aria-label={messages.changedElsewhere({ label: field.label })}
      marginBlockStart="2"
      padding="3"
      borderRadius="md"
      borderWidth="1px"
      borderColor="waiting.line"
      background="waiting.soft"
      color="waiting.fg"
      fontSize="sm"
    >
      <Flex gap="1.5" align="start">
        <chakra.span flexShrink="0" paddingBlockStart="0.5">
          <TriangleAlert size={16} aria-hidden />
        </chakra.span>
        <span>
          {messages.changedMeanwhileTo}{' '}
          <chakra.strong whiteSpace={field.kind === 'money' ? 'nowrap' : undefined} overflowWrap="anywhere">
            {isEmpty ? messages.nothing : <Cell name={name} field={field} row={newest} />}
          </chakra.strong>
          {author && (
            <>
              {' '}
              {messages.by} <TypedText>{author.name}</TypedText> {asOf(author.at)}
            </>
          )}
          . {messages.chooseValue}
        </span>
      </Flex>
      <Flex marginBlockStart="2" gap="2" wrap="wrap">
        <Choice label={messages.takeNewValue} onChoose={onTake} />
        <Choice label={messages.keepTypedValue} onChoose={onKeep} />
      </Flex>
    </chakra.div>
  );
}

function Choice({ label, onChoose }: { readonly label: string; readonly onChoose: () => void }) {
  return (
    <Button
      type="button"
      variant="outline"
      colorPalette="neutral"
      whiteSpace="normal"
      flexShrink={1}
      onClick={onChoose}
    >
      {label}
    </Button>
  );
}
