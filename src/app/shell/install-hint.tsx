import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import Share from 'lucide-react/icons/share';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { triggerSend } from '#app/outbox/sender/sender.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Directed } from '#app/ui/directed.tsx';
import { messages } from './opened-texts.en.ts';

export function InstallHint({ onClose }: { readonly onClose: () => void }) {
  const { pending, needsYou } = useOutbox();
  const isSent = pending + needsYou === 0;
  useEffect(() => void triggerSend(true), []);
  return (
    <Directed>
      <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>{messages.installTitle}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                {isSent ? <Steps /> : <Waiting pending={pending} needsYou={needsYou} onLeave={onClose} />}
              </Dialog.Body>
              <Dialog.Footer>
                <Button onClick={onClose}>{appMessages.done}</Button>
              </Dialog.Footer>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Directed>
  );
}

interface WaitingProps {
  readonly pending: number;
  readonly needsYou: number;
  readonly onLeave: () => void;
}

function Waiting({ pending, needsYou, onLeave }: WaitingProps) {
  const isOffline = useConnection() === 'offline';
  const progress = isOffline ? messages.installOffline : messages.installSending;
  return (
    <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
      <chakra.p fontWeight="medium">{messages.installAfterSending}</chakra.p>
      <p>{messages.installWaiting({ count: pending + needsYou })}</p>
      {pending > 0 && <p>{progress}</p>}
      {needsYou > 0 && (
        <p>
          {messages.installNeedsYou({ count: needsYou })}{' '}
          <chakra.span textDecoration="underline">
            <Link to="/sync" onClick={onLeave}>
              {messages.installOpenSync}
            </Link>
          </chakra.span>
        </p>
      )}
    </Callout>
  );
}

function Steps() {
  return (
    <>
      <chakra.p mb="3">{messages.installAllSent}</chakra.p>
      <chakra.ol listStyleType="decimal" ps="5" display="grid" gap="2">
        <li>
          {messages.installTapShareBeforeIcon}{' '}
          <Share size={18} role="img" aria-label={messages.installShareIcon} style={{ display: 'inline' }} />{' '}
          {messages.installTapShareAfterIcon}
        </li>
        <li>{messages.installToHomeScreen}</li>
        <li>{messages.installOpen}</li>
      </chakra.ol>
    </>
  );
}
