import { Button, chakra, Dialog, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { LeftEntry } from '#app/outbox/recovery/hand-over.ts';
import {
  canBeSent,
  connectedEntries,
  type DisabledUser,
  discardForUser,
  openLeftEntries,
  sendForUser,
} from '#app/outbox/recovery/hand-over.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { PagedList } from '../paged-list.tsx';
import { LeftEntryItem } from './left-entry-item.tsx';
import { messages } from './texts.en.ts';

const PAGE_SIZE = 20;

interface LeftEntriesDialogProps {
  readonly user: DisabledUser;
  readonly onClose: () => void;
}

const without = (left: readonly LeftEntry[], gone: readonly LeftEntry[]) =>
  left.filter((one) => !gone.includes(one));

/** Lets a manager look through what a disabled user left on this device, send it in their name, or discard it. */
export function LeftEntriesDialog({ user, onClose }: LeftEntriesDialogProps) {
  const [left, setLeft] = useState<readonly LeftEntry[]>();
  const opening = useMutation({ mutationFn: () => openLeftEntries(user), onSuccess: setLeft });
  const { mutate: open, error } = opening;
  useEffect(() => open(), [open]);

  const removed = (gone: readonly LeftEntry[]) => {
    const rest = without(left ?? [], gone);
    setLeft(rest);
    if (rest.length === 0) onClose();
  };
  const send = useMutation({
    mutationFn: (chosen: readonly LeftEntry[]) => sendForUser(user, chosen),
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
              {(shown) => (
                <chakra.ul display="grid" gap="2" listStyle="none">
                  {shown.map((one) => (
                    <LeftEntryItem
                      key={one.stored.seq}
                      left={one}
                      together={sendable.includes(one) ? connectedEntries(one.entry, left) : []}
                      isBusy={send.isPending}
                      onSend={send.mutate}
                      onDiscard={(answer) =>
                        discardForUser(user, one, left, answer).then(() => removed([one]))
                      }
                    />
                  ))}
                </chakra.ul>
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
