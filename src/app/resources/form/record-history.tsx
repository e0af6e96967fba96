import { chakra, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { historyQuery } from '#app/reads/record-history.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './texts.en.ts';

interface RecordHistoryProps {
  readonly resource: Resource;
  /** The record's id on the server. */
  readonly id: string;
}

/** Renders a placeholder while the history loads. */
function HistoryLoading() {
  return <Skeleton role="status" aria-label={messages.historyLoading} height="16" />;
}

const RecordTimeline = optionalComponent(
  async () => (await import('./record-timeline.tsx')).RecordTimeline,
  <HistoryLoading />,
);

/**
 * Shows who changed a record and when, loaded on opening. Renders nothing on a server without a history.
 */
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
