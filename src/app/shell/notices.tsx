import { Button, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { declineReload, useReloadOffered } from '#app/api/chunk-load-error.ts';
import {
  blockerText,
  type UpdateBlocker,
  updateBlocker,
  updateLater,
  updateNow,
  useUpdateReady,
  watchForUpdates,
} from '#app/lib/app-update.ts';
import { dismissWaitingFile, saveWaitingFile, useWaitingFile } from '#app/lib/save-file.ts';
import { useStore } from '#app/lib/store.ts';
import { useUpdateOfferHidden } from '#app/lib/update-guard.ts';
import { persistStorage, storageQuestion } from '#app/outbox/store/persistent-storage.ts';
import { keepAboveSaveBar, setBottomRoom } from '#app/ui/save-bar-room.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { messages } from './texts.en.ts';

/** Pixels between the offer and a note above it. */
const GAP = 8;

/** The offer above save bars, the offline note above the offer. */
function keepApart(offer: HTMLElement | null): (() => void) | undefined {
  if (!offer) return undefined;
  const release = keepAboveSaveBar(offer);
  setBottomRoom('--update-offer', offer.offsetHeight + GAP);
  return () => {
    release?.();
    setBottomRoom('--update-offer', 0);
  };
}

const Note = chakra('section', {
  base: {
    position: 'fixed',
    bottom: 'calc(1rem + max(var(--bottom-bar, 0px), var(--save-bar, 0px)) + env(safe-area-inset-bottom))',
    zIndex: 'bar',
    padding: '4',
    background: 'bg.surface',
    borderWidth: '1px',
    borderRadius: 'md',
    boxShadow: 'raised',
  },
});

interface OfferProps {
  readonly name: string;
  readonly text: string;
  readonly action: string;
  readonly onAccept: () => Promise<UpdateBlocker | undefined>;
  readonly onDecline: () => void;
}

function Offer({ name, text, action, onAccept, onDecline }: OfferProps) {
  const [accepted, setAccepted] = useState(false);
  const accept = async () => {
    setAccepted(true);
    const blocker = await onAccept();
    setAccepted(false);
    if (blocker) notify(blockerText(blocker, messages.unsavedElsewhere), { kind: 'info' });
  };
  return (
    <Note
      ref={keepApart}
      aria-label={name}
      insetInlineStart={{ base: 'screenStart', lg: 'calc({sizes.sideMenu} + 1rem)' }}
      insetInlineEnd={{ base: 'screenEnd', md: 'auto' }}
      animation="rise-in"
      animationDuration="moderate"
    >
      <chakra.p role="status" fontWeight="medium">
        {text}
      </chakra.p>
      <Flex mt="3" gap="2">
        <Button loading={accepted} loadingText={action} onClick={() => void accept()}>
          {action}
        </Button>
        <Button variant="ghost" colorPalette="neutral" onClick={onDecline}>
          {messages.updateLater}
        </Button>
      </Flex>
    </Note>
  );
}

async function reload(): Promise<UpdateBlocker | undefined> {
  const blocker = await updateBlocker();
  if (!blocker) location.reload();
  return blocker;
}

/** Before the question of the browser itself, which does not say why. */
function StorageQuestion() {
  const ask = async () => {
    await persistStorage();
    return undefined;
  };
  return (
    <Offer
      name={messages.keepStorage}
      text={messages.keepStorageWhy}
      action={messages.keepStorageAsk}
      onAccept={ask}
      onDecline={() => storageQuestion.set(false)}
    />
  );
}

/** On iPads a file is handed to the share sheet, which opens only right after a tap. */
function FileReady({ file }: { readonly file: File }) {
  return (
    <Note
      ref={keepAboveSaveBar}
      aria-label={messages.fileReady}
      insetInlineStart={{ base: 'screenStart', md: 'auto' }}
      insetInlineEnd="screenEnd"
      maxWidth="form"
    >
      <chakra.p role="status" fontWeight="medium">
        {messages.fileReady}
      </chakra.p>
      <chakra.p color="fg.muted" overflowWrap="anywhere">
        <TypedText>{file.name}</TypedText>
      </chakra.p>
      <Flex marginBlockStart="3" gap="2">
        <Button onClick={() => void saveWaitingFile(file)}>{messages.fileSave}</Button>
        <Button variant="ghost" colorPalette="neutral" onClick={dismissWaitingFile}>
          {messages.fileLeave}
        </Button>
      </Flex>
    </Note>
  );
}

/** Never while a form has unsaved changes, whose fields it would cover, or entries are being retried. */
function Offers() {
  const isUpdateReady = useUpdateReady();
  const asksForStorage = useStore(storageQuestion);
  const isPartMissing = useReloadOffered();
  const hidden = useUpdateOfferHidden();
  if (hidden) return null;
  if (isUpdateReady)
    return (
      <Offer
        name={messages.update}
        text={messages.updateReady}
        action={messages.updateNow}
        onAccept={updateNow}
        onDecline={updateLater}
      />
    );
  if (asksForStorage) return <StorageQuestion />;
  return isPartMissing ? (
    <Offer
      name={messages.reload}
      text={messages.partMissing}
      action={messages.reload}
      onAccept={reload}
      onDecline={declineReload}
    />
  ) : null;
}

export function Notices() {
  const file = useWaitingFile();
  useEffect(() => {
    if (import.meta.env.PROD) void watchForUpdates();
  }, []);
  return (
    <>
      <Offers />
      {file && <FileReady file={file} />}
      <ToastArea />
    </>
  );
}
