import { CloseButton, chakra, Drawer, Portal } from '@chakra-ui/react';
import { useState } from 'react';
import { useBranch } from '#app/reads/branch-queries.ts';
import { Directed } from '#app/ui/directed.tsx';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { messages } from './opened-texts.en.ts';
import { searchOpen } from './search-open.ts';
import { SideMenu } from './side-menu.tsx';
import { messages as texts } from './texts.en.ts';

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function Branch() {
  const data = useBranch();
  if (!data) return null;
  const { name, current_month_name: month, current_month: status } = data;
  return (
    <chakra.div px="6" pe="16" minH="target" alignContent="center">
      <chakra.p fontWeight="semibold" {...typedText(name)}>
        {name}
      </chakra.p>
      <chakra.p color="fg.muted" fontSize="sm">
        {month ? (
          <>
            <TypedText>{month}</TypedText>
            {texts.monthStatus({ status })}
          </>
        ) : (
          texts.noMonthYet
        )}
      </chakra.p>
    </chakra.div>
  );
}

export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  const [opensSearch, setOpensSearch] = useState(false);
  // Not before: the drawer gives the focus back when it is gone, and the search would close.
  const handleGone = () => {
    if (opensSearch) searchOpen.set(true);
    setOpensSearch(false);
  };
  return (
    <Directed>
      <Drawer.Root
        open={open}
        onOpenChange={(change) => !change.open && onClose()}
        onExitComplete={handleGone}
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
              <Drawer.Body px="0" pt="4">
                <Branch />
                <SideMenu onChoose={onClose} onSearch={() => setOpensSearch(true)} />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </Directed>
  );
}
