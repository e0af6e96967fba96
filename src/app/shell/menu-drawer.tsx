import { CloseButton, Drawer, Portal } from '@chakra-ui/react';
import { Directed } from '#app/ui/directed.tsx';
import { messages } from './opened-messages.ts';
import { SideMenu } from './side-menu.tsx';

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Renders the side menu on a small screen. The drawer traps the focus, restores it, and closes with Escape.
 */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  return (
    <Directed>
      <Drawer.Root
        open={open}
        onOpenChange={(change) => !change.open && onClose()}
        placement="start"
        size="xs"
      >
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content aria-label={messages.menu}>
              <Drawer.CloseTrigger asChild>
                <CloseButton variant="ghost" colorPalette="neutral" aria-label={messages.closeMenu} />
              </Drawer.CloseTrigger>
              <Drawer.Body px="0" pt="10">
                <SideMenu onChoose={onClose} />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </Directed>
  );
}
