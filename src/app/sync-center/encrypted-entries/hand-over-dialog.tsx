import { Button, chakra, Dialog, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import {
  canBeSent,
  connectedEntries,
  type DisabledUser,
  discardForUser,
  type OpenedEntry,
  openEncryptedEntries,
  sendForUser,
} from '#app/outbox/recovery/hand-over.ts';
import type { DiscardAnswer } from '#app/outbox/store/discarded.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { changedLabels, describe } from '../describe.ts';
import { EntryTitle } from '../entry-title.tsx';
import { EntryItem, PagedList } from '../list-section.tsx';
import { DiffView } from '../problems/diff-view.tsx';
import { EntryActions } from '../problems/discarding.tsx';
import { enteredColumn } from '../problems/rows.ts';
import { messages as panelMessages } from '../texts.en.ts';
import { messages } from './texts.en.ts';

interface OpenedEntryItemProps {
  readonly left: OpenedEntry;
  /** The entries that are sent with it, itself included; none if it cannot be sent. */
  readonly together: readonly OpenedEntry[];
  readonly isBusy: boolean;
  readonly onSend: (together: readonly OpenedEntry[]) => void;
  readonly onDiscard: (answer: DiscardAnswer) => Promise<void>;
}

function noteOf(left: OpenedEntry): string | undefined {
  const { entry } = left;
  if (!canBeSent(left)) return messages.cannotBeOpened;
  if (entry.state === 'rejected') return messages.wasRefused({ answer: entry.lastError ?? '' });
  if (entry.asksPerson) return messages.needsDecision;
  if (entry.uncertain || entry.state === 'sending') return messages.mayHaveArrived;
  return entry.dependsOn.length > 0 ? messages.follows : undefined;
}

/** The reason of its wait is told beside it. */
const asEntered = ({ quarantined, ...entry }: OutboxEntry): OutboxEntry =>
  quarantined === 'waiting-on-dependency' ? entry : { ...entry, ...(quarantined && { quarantined }) };

function OpenedEntryItem({ left, together, isBusy, onSend, onDiscard }: OpenedEntryItemProps) {
  const { entry } = left;
  const title = describe(entry);
  const labels = changedLabels(entry);
  const note = noteOf(left);
  const label =
    together.length > 1 ? messages.sendWithOthers({ others: together.length - 1 }) : messages.send;

  return (
    <EntryItem>
      <chakra.h3 fontWeight="semibold" overflowWrap="anywhere">
        <EntryTitle title={title} />
      </chakra.h3>
      <Text mt="1" fontSize="sm" color="fg.muted">
        {messages.enteredAt({ at: asOf(entry.createdAt) })}{' '}
        {labels.length > 0 && panelMessages.changedFields({ labels })}
      </Text>
      <DiffView columns={[enteredColumn(asEntered(entry), true)]} />
      {note !== undefined && (
        <Text mt="2" fontSize="sm" color="waiting.fg" {...typedText(note)}>
          {note}
        </Text>
      )}
      <EntryActions entry={entry} title={title} discard={onDiscard} disabled={isBusy}>
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
      </EntryActions>
    </EntryItem>
  );
}

const PAGE_SIZE = 20;

interface HandOverDialogProps {
  readonly user: DisabledUser;
  readonly onClose: () => void;
}

const without = (left: readonly OpenedEntry[], gone: readonly OpenedEntry[]) =>
  left.filter((one) => !gone.includes(one));

export function HandOverDialog({ user, onClose }: HandOverDialogProps) {
  const [left, setLeft] = useState<readonly OpenedEntry[]>();
  const opening = useMutation({ mutationFn: () => openEncryptedEntries(user), onSuccess: setLeft });
  const { mutate: open, error } = opening;
  useEffect(() => open(), [open]);

  const removed = (gone: readonly OpenedEntry[]) => {
    const rest = without(left ?? [], gone);
    setLeft(rest);
    if (rest.length === 0) onClose();
  };
  const send = useMutation({
    mutationFn: (chosen: readonly OpenedEntry[]) => sendForUser(user, chosen),
    onSuccess: (count, chosen) => {
      const { name } = user;
      if (count === 0) notify(messages.takenElsewhere, { kind: 'info' });
      else notify(messages.taken({ count, name }), { kind: 'info' });
      removed(chosen);
    },
    onError: () => notify(messages.failed, { kind: 'error' }),
  });
  const sendable = (left ?? []).filter(({ entry }) => connectedEntries(entry, left ?? []).every(canBeSent));

  return (
    <DialogFrame title={messages.dialogTitle({ name: user.name })} size="lg" onClose={onClose}>
      <Dialog.Body>
        <Flex direction="column" gap="4">
          <Dialog.Description color="fg.muted">{messages.dialogAbout}</Dialog.Description>
          {error && (
            <>
              <ErrorLine message={error.message} />
              <Button alignSelf="start" variant="outline" colorPalette="neutral" onClick={() => open()}>
                {appMessages.tryAgain}
              </Button>
            </>
          )}
          {!error && !left && <Skeleton height="10rem" role="status" aria-label={messages.opening} />}
          {left?.length === 0 && <Text>{messages.nothingLeft}</Text>}
          {left && left.length > 0 && (
            <PagedList items={left} pageSize={PAGE_SIZE}>
              {(one) => (
                <OpenedEntryItem
                  key={one.stored.seq}
                  left={one}
                  together={sendable.includes(one) ? connectedEntries(one.entry, left) : []}
                  isBusy={send.isPending}
                  onSend={send.mutate}
                  onDiscard={(answer) => discardForUser(user, one, left, answer).then(() => removed([one]))}
                />
              )}
            </PagedList>
          )}
        </Flex>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={onClose}>
          {appMessages.close}
        </Button>
        {sendable.length > 0 && (
          <Button loading={send.isPending} loadingText={messages.send} onClick={() => send.mutate(sendable)}>
            {messages.sendAll({ count: sendable.length })}
          </Button>
        )}
      </Dialog.Footer>
    </DialogFrame>
  );
}
