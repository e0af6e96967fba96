import { Badge, chakra, Flex, Text } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { describe, labelOfProblem } from '#app/sync-center/describe.ts';
import { EnteredBy, EntryTitle } from '#app/sync-center/entry-title.tsx';
import { EntryItem } from '#app/sync-center/list-section.tsx';
import { languageOf } from '#app/ui/typed-text.tsx';
import { formOf } from '#contract/define-resource.ts';
import { languageNow } from '#contract/messages.ts';
import { DiffView } from './diff-view.tsx';
import { localMutationOf, problemOf } from './problem-types.ts';
import { keepAmountsTogether, ResolutionActions } from './resolution-actions.tsx';
import { messages } from './texts.en.ts';
import { type ServerStateResult, useServerState } from './use-server-state.ts';

/** One per field with the label of the field or line, or one for the whole entry. */
export function serverMessages(entry: OutboxEntry): readonly string[] {
  if (entry.state !== 'rejected' || entry.lastStatus === undefined) return [];
  const mutation = localMutationOf(entry);
  const fields = mutation && formOf(mutation.resource, mutation.record).fields;
  const fieldMessages = entry.problems.map(({ field, message }) => {
    const label = fields?.[field]?.label ?? labelOfProblem(entry, field);
    return label ? messages.fieldMessage({ label, message }) : message;
  });
  if (fieldMessages.length > 0) return fieldMessages;
  return entry.lastError ? [entry.lastError] : [];
}

interface ProblemCardProps {
  readonly entry: OutboxEntry;
  /** "2 of 3"; undefined for a single card. */
  readonly position: string | undefined;
  /** Wall clock, milliseconds. */
  readonly now: number;
  readonly onHandled: () => void;
}

export function ProblemCard({ entry, position, now, onHandled }: ProblemCardProps) {
  const heading = useId();
  const server = useServerState(entry);
  const title = describe(entry);
  const {
    title: problemTitle,
    instruction,
    columns,
    actions,
    recommendsDiscard = false,
  } = problemOf(entry, server.state);
  const answers = serverMessages(entry);

  return (
    <EntryItem
      id={cardId(entry)}
      tabIndex={-1}
      aria-labelledby={heading}
      borderColor="refused.line"
      scrollMarginTop="4"
    >
      <Flex align="center" justify="space-between" gap="3">
        <Badge colorPalette="refused">
          <CircleAlert size={14} aria-hidden /> {appMessages.needsYou}
        </Badge>
        {position && (
          <Text as="span" fontSize="sm" color="fg.muted">
            {position}
          </Text>
        )}
      </Flex>
      <chakra.h3 id={heading} mt="2" fontWeight="semibold" overflowWrap="anywhere">
        <EntryTitle title={title} />
      </chakra.h3>
      <EnteredBy entry={entry} />
      <Text mt="2" fontWeight="semibold" color="refused.fg">
        {problemTitle}
      </Text>
      <Text mt="1">{keepAmountsTogether(instruction)}</Text>
      <DiffView columns={columns} />
      <Freshness server={server} now={now} />
      {answers.map((answer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have nothing else that tells them apart
        <Text key={at} mt={at === 0 ? '2' : '0'} fontSize="sm" color="fg.muted">
          {at === 0 && messages.serverSaidPrefix}
          {/* A name of the other direction may begin the sentence. */}
          <bdi dir={languageNow() === 'en' ? 'ltr' : undefined} lang={languageOf(answer)}>
            {keepAmountsTogether(answer)}
          </bdi>
        </Text>
      ))}
      <ResolutionActions
        entry={entry}
        title={title}
        actions={actions}
        recommendsDiscard={recommendsDiscard}
        onHandled={onHandled}
      />
    </EntryItem>
  );
}

export function cardId({ seq }: Pick<OutboxEntry, 'seq'>): string {
  return `needs-you-${seq}`;
}

function Freshness({ server, now }: { readonly server: ServerStateResult; readonly now: number }) {
  const text = freshness(server, now);
  if (text === undefined) return null;
  return (
    <Text mt="2" fontSize="sm" color="fg.muted">
      {text}
    </Text>
  );
}

function freshness({ status, readAt }: ServerStateResult, now: number): string | undefined {
  if (status === 'none') return undefined;
  if (status === 'loading') return messages.askingServer;
  if (status === 'unavailable') return messages.serverUnavailable;
  const at = readAt === undefined ? undefined : asOf(readAt, now);
  if (status === 'fresh') return at && messages.readFromServer({ at });
  return at && messages.readEarlier({ at });
}
