import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import Share from 'lucide-react/icons/share';

/** Explains the manual installation in Safari, which has no install prompt. */
export function InstallHint({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Install on this device</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <chakra.ol listStyleType="decimal" ps="5" display="grid" gap="2">
                <li>
                  Tap Share{' '}
                  <Share
                    size={18}
                    role="img"
                    aria-label="(a square with an arrow)"
                    style={{ display: 'inline' }}
                  />{' '}
                  in the browser's bar.
                </li>
                <li>Choose Add to Home Screen.</li>
                <li>Open Branch Desk from its icon and sign in there once.</li>
              </chakra.ol>
            </Dialog.Body>
            <Dialog.Footer>
              <Button onClick={onClose}>Done</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
