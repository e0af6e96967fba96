import { Badge, chakra, Flex, Text } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { describe, labelOfProblem } from '#app/sync-center/describe.ts';
import { EnteredBy, EntryTitle } from '#app/sync-center/entry-title.tsx';
import { EntryItem } from '#app/sync-center/list-section.tsx';
import { languageOf } from '#app/ui/typed-text.tsx';
import { formOf } from '#contract/define-resource.ts';
import { WHOLE } from '#contract/errors.ts';
import { languageNow } from '#contract/messages.ts';
import { cardOf } from './cards.ts';
import { useChangeAuthors } from './changed-meanwhile.ts';
import { DiffView } from './diff-view.tsx';
import type { DiffColumn } from './problem.ts';
import { keepAmountsTogether, ResolutionActions } from './resolution-actions.tsx';
import { localRecordOf } from './rows.ts';
import { messages } from './texts.en.ts';

/** One per field with the label of the field or line, or one for the whole entry. */
export function serverMessages(entry: OutboxEntry): readonly string[] {
  if (entry.state !== 'rejected' || entry.lastStatus === undefined) return [];
  const local = localRecordOf(entry);
  const fields = local && formOf(local.resource, local.record).fields;
  const atFields = entry.problems.filter(({ field }) => field !== WHOLE);
  const fieldMessages = atFields.map(({ field, message }) => {
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
  readonly onHandled: () => void;
}

export function ProblemCard({ entry, position, onHandled }: ProblemCardProps) {
  const heading = useId();
  const authors = useChangeAuthors(entry);
  const title = describe(entry);
  const { title: problemTitle, instruction, columns, actions, recommendsDiscard = false } = cardOf(entry);
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
      {answers.map((answer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have nothing else that tells them apart
        <Text key={at} mt={at === 0 ? '1' : '0'}>
          {/* A name of the other direction may begin the sentence. */}
          <bdi dir={languageNow() === 'en' ? 'ltr' : undefined} lang={languageOf(answer)}>
            {keepAmountsTogether(answer)}
          </bdi>
        </Text>
      ))}
      {instruction && <Text mt="1">{keepAmountsTogether(instruction)}</Text>}
      <DiffView columns={withText(columns, authors)} />
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

/** Below the last column. */
function withText(columns: readonly DiffColumn[], text: string | undefined): readonly DiffColumn[] {
  const last = columns.at(-1);
  return last && text !== undefined ? [...columns.slice(0, -1), { ...last, text }] : columns;
}

export function cardId({ seq }: Pick<OutboxEntry, 'seq'>): string {
  return `needs-you-${seq}`;
}
