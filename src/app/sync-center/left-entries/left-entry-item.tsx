import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { asOf } from '#app/lib/as-of.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { LeftEntry } from '#app/outbox/recovery/hand-over.ts';
import { canBeSent } from '#app/outbox/recovery/hand-over.ts';
import type { DiscardAnswer } from '#app/outbox/store/discarded.ts';
import { changedLabels, describe } from '../describe.ts';
import { allEnteredRows, localColumn } from '../problems/diff.ts';
import { DiffView } from '../problems/diff-view.tsx';
import { DiscardDialog } from '../problems/discard-dialog.tsx';
import { EntryTitle } from '../problems/entry-title.tsx';
import { localMutationOf } from '../problems/problem-types.ts';
import { messages as panelMessages } from '../texts.en.ts';
import { messages } from './texts.en.ts';

interface LeftEntryItemProps {
  readonly left: LeftEntry;
  /** The entries that are sent with it, itself among them; none if it cannot be sent. */
  readonly together: readonly LeftEntry[];
  readonly isBusy: boolean;
  readonly onSend: (together: readonly LeftEntry[]) => void;
  readonly onDiscard: (answer: DiscardAnswer) => Promise<void>;
}

/** Returns what a manager should know before they send an entry; undefined if it simply waits. */
function noteOf(left: LeftEntry): string | undefined {
  const { entry } = left;
  if (!canBeSent(left)) return messages.cannotBeOpened;
  if (entry.state === 'rejected') return messages.wasRefused({ answer: entry.lastError ?? '' });
  if (entry.asksPerson) return messages.needsDecision;
  if (entry.uncertain || entry.state === 'sending') return messages.mayHaveArrived;
  return entry.dependsOn.length > 0 ? messages.follows : undefined;
}

/** Returns the entry as it would be sent: why it waited is told beside it. */
const asEntered = ({ quarantined, ...entry }: OutboxEntry): OutboxEntry =>
  quarantined === 'waiting-on-parent' ? entry : { ...entry, ...(quarantined && { quarantined }) };

/** Renders an entry that a disabled user left: all of its fields, what is known of it, and what can be done. */
export function LeftEntryItem({ left, together, isBusy, onSend, onDiscard }: LeftEntryItemProps) {
  const [discarding, setDiscarding] = useState(false);
  const { entry } = left;
  const title = describe(entry);
  const labels = changedLabels(entry);
  const mutation = localMutationOf(asEntered(entry));
  const note = noteOf(left);
  const label =
    together.length > 1 ? messages.sendWithOthers({ others: together.length - 1 }) : messages.send;

  return (
    <chakra.li p="4" bg="bg.surface" borderWidth="1px" borderRadius="md">
      <chakra.h3 fontWeight="semibold" overflowWrap="anywhere">
        <EntryTitle title={title} />
      </chakra.h3>
      <Text mt="1" fontSize="sm" color="fg.muted">
        {messages.enteredAt({ at: asOf(entry.createdAt, Date.now()) })}{' '}
        {labels.length > 0 && panelMessages.changedFields({ labels })}
      </Text>
      {mutation && <DiffView columns={[localColumn(...allEnteredRows(mutation))]} />}
      {note !== undefined && (
        <Text mt="2" fontSize="sm" color="waiting.fg" dir="auto">
          {note}
        </Text>
      )}
      {discarding ? (
        <DiscardDialog
          entry={entry}
          title={title}
          discard={onDiscard}
          onCancel={() => setDiscarding(false)}
          onDiscarded={() => setDiscarding(false)}
        />
      ) : (
        <Flex mt="3" gap="2" wrap="wrap">
          {together.length > 0 && (
            <Button
              variant="outline"
              whiteSpace="normal"
              flexShrink={1}
              py="2"
              disabled={isBusy}
              aria-label={messages.actionOn({ action: label, title })}
              onClick={() => onSend(together)}
            >
              {label}
            </Button>
          )}
          <Button
            variant="ghost"
            colorPalette="refused"
            disabled={isBusy}
            aria-label={panelMessages.discardEntry({ title })}
            onClick={() => setDiscarding(true)}
          >
            {panelMessages.discard}
          </Button>
        </Flex>
      )}
    </chakra.li>
  );
}
