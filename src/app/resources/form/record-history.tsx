import { Button, chakra, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { useConnection } from '#app/api/connection.ts';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { asOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { historyQuery } from '#app/reads/record-history.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { formOf, type Resource } from '#contract/define-resource.ts';
import type { HistoryAction, historyEntry } from '#contract/history.ts';
import { messages } from './texts.en.ts';

type Entry = z.output<typeof historyEntry>;

interface RecordTimelineProps {
  readonly resource: Resource;
  readonly entries: readonly Entry[] | undefined;
  readonly problem: string | undefined;
  readonly onRetry: () => void;
}

const actionLabels = {
  created: 'actionCreated',
  changed: 'actionChanged',
  deleted: 'actionDeleted',
  ended: 'actionEnded',
  reopened: 'actionReopened',
} as const satisfies Record<HistoryAction, keyof typeof messages>;

const EntryItem = chakra('li', {
  base: {
    paddingBlock: '3',
    borderBlockStartWidth: '1px',
    fontSize: 'sm',
    '& time': { color: 'fg.muted' },
    '& dl': { display: 'grid', gap: '1', marginBlockStart: '2' },
    '& dl > div': { display: 'flex', flexWrap: 'wrap', columnGap: '3' },
    '& dt': { color: 'fg.muted' },
    '& dd': { display: 'flex', flexWrap: 'wrap', gap: '2', overflowWrap: 'anywhere', minWidth: '0' },
  },
});

function Changes({ resource, entry: { before, after } }: { resource: Resource; entry: Entry }) {
  if (!before || !after) return null;
  const [previous, current] = [before, after].map(
    (record): RecordRow => ({ ...record, id: textOf(record.id) }),
  );
  if (!previous || !current) return null;
  const changed = Object.entries(formOf(resource, current).fields).filter(
    ([name, { link }]) => !link && textOf(previous[name]) !== textOf(current[name]),
  );
  if (changed.length === 0) return null;
  return (
    <dl>
      {changed.map(([name, field]) => {
        const Cell = cells[field.kind];
        const valueCell = (record: RecordRow) =>
          textOf(record[name]) === '' ? messages.nothing : <Cell name={name} field={field} row={record} />;
        return (
          <div key={name}>
            <dt>{field.label}</dt>
            <dd>
              <span>{valueCell(previous)}</span>
              <span role="img" aria-label={messages.became}>
                →
              </span>
              <strong>{valueCell(current)}</strong>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Besides({ label, name }: { readonly label: string; readonly name: string | null | undefined }) {
  if (!name) return null;
  return (
    <>
      {label} <TypedText>{name}</TypedText>
    </>
  );
}

function RecordTimeline({ resource, entries, problem, onRetry }: RecordTimelineProps) {
  const offline = useConnection() === 'offline';
  if (!entries) {
    return (
      <>
        {offline ? <Text fontSize="sm">{messages.historyOffline}</Text> : <ErrorLine message={problem} />}
        <Button marginBlockStart="2" variant="outline" colorPalette="neutral" onClick={onRetry}>
          {appMessages.tryAgain}
        </Button>
      </>
    );
  }
  if (entries.length === 0) return <Text fontSize="sm">{messages.historyEmpty}</Text>;
  return (
    <chakra.ol listStyle="none">
      {entries.map((entry) => (
        <EntryItem key={entry.id}>
          <strong>{messages[actionLabels[entry.action]]}</strong> {messages.by}{' '}
          <TypedText>{entry.user_name}</TypedText>
          <Besides label={messages.enteredBy} name={entry.entered_by_name} />
          <Besides label={messages.approvedBy} name={entry.approved_by_name} />{' '}
          <time dateTime={entry.at}>{asOf(entry.at)}</time>
          <Changes resource={resource} entry={entry} />
        </EntryItem>
      ))}
    </chakra.ol>
  );
}

interface RecordHistoryProps {
  readonly resource: Resource;
  readonly id: string;
}

function HistoryLoading() {
  return <Skeleton role="status" aria-label={messages.historyLoading} height="16" />;
}

export function RecordHistory({ resource, id }: RecordHistoryProps) {
  const [open, setOpen] = useState(false);
  const available = useReadStrategy()?.keepsHistory === true;
  const query = useQuery({ ...historyQuery(resource, id), enabled: open });
  if (!available || query.data === null) return null;

  return (
    <chakra.details
      maxWidth={{ base: 'form', lg: 'formWide' }}
      marginBlockStart="4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary
        minHeight="target"
        paddingBlock="2.5"
        fontSize="sm"
        fontWeight="medium"
        color="fg.muted"
        cursor="pointer"
      >
        {messages.history}
      </chakra.summary>
      {open &&
        (query.isPending ? (
          <HistoryLoading />
        ) : (
          <RecordTimeline
            resource={resource}
            entries={query.data}
            problem={query.error?.message}
            onRetry={() => void query.refetch()}
          />
        ))}
    </chakra.details>
  );
}
