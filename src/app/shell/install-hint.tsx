import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import Share from 'lucide-react/icons/share';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Directed } from '#app/ui/directed.tsx';
import { messages } from './opened-texts.en.ts';

/** Safari has no install prompt. */
export function InstallHint({ onClose }: { readonly onClose: () => void }) {
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
                <chakra.ol listStyleType="decimal" ps="5" display="grid" gap="2">
                  <li>
                    {messages.installTapShareBeforeIcon}{' '}
                    <Share
                      size={18}
                      role="img"
                      aria-label={messages.installShareIcon}
                      style={{ display: 'inline' }}
                    />{' '}
                    {messages.installTapShareAfterIcon}
                  </li>
                  <li>{messages.installToHomeScreen}</li>
                  <li>{messages.installOpen}</li>
                </chakra.ol>
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
