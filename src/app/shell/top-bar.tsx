import { Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import HandCoins from 'lucide-react/icons/hand-coins';
import MenuIcon from 'lucide-react/icons/menu';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { messages } from './messages.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SearchButton } from './search-button.tsx';

const loadDrawer = () => import('./menu-drawer.tsx');
const prefetchDrawer = () => void loadDrawer().catch(() => undefined);

const HomeLink = chakra(Link, {
  base: { display: 'grid', placeItems: 'center', flexShrink: 0, boxSize: 'target', borderRadius: 'md' },
});

/** Renders the permanent way to take a payment; as an icon on a phone, where the month needs the room. */
const TakePaymentLink = () => (
  <Button asChild variant="outline" minW="target" px={{ base: '2', lg: '4' }}>
    <Link to={TAKE_PAYMENT_PATH} title={appMessages.takePayment}>
      <HandCoins size={20} aria-hidden />
      <chakra.span srOnly={{ base: true, lg: false }}>{appMessages.takePayment}</chakra.span>
    </Link>
  </Button>
);

/** Renders the menu button (small screens), logo, branch and month, connection and user. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  const drawer = useLazyDialog(open, loadDrawer, () => setOpen(false));
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="topBar"
      display="flex"
      alignItems="center"
      gap={{ base: '1', md: '3' }}
      h="topBar"
      px={{ base: '2', md: '4' }}
      bg="bg.surface"
      borderBottomWidth="1px"
    >
      <IconButton
        variant="ghost"
        colorPalette="neutral"
        hideFrom="lg"
        aria-label={messages.openMenu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prefetchDrawer}
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={20} />
      </IconButton>
      <HomeLink to="/">
        <img src="/logo.svg" width={28} height={28} alt={messages.homeLogo} />
      </HomeLink>
      <BranchAndMonth />
      <Flex ms="auto" align="center" gap={{ base: '1', md: '2' }} flexShrink="0">
        <SearchButton />
        <TakePaymentLink />
        <ConnectionPill />
        <ProfileMenu />
      </Flex>
      {drawer && <drawer.MenuDrawer open={open} onClose={() => setOpen(false)} />}
    </chakra.header>
  );
}

const line = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  paddingBlock: '0.5',
} as const;

/** Lets a name use both lines of the narrowest bar; the menu there has all of it, and the month. */
const nameLines = {
  display: { base: '-webkit-box', sm: 'block' },
  whiteSpace: { base: 'normal', sm: 'nowrap' },
  css: { WebkitLineClamp: '2', WebkitBoxOrient: 'vertical' },
} as const;

/** Renders "Al Nour · November, running"; on a phone the name alone. The boot cache shows it at once, also offline. */
function BranchAndMonth() {
  const { data = bootCache().branch } = useQuery(branchQuery());
  if (!data) return null;
  const { name, current_month_name: month, current_month: status } = data;
  return (
    <Flex
      direction={{ base: 'column', lg: 'row' }}
      gap={{ lg: '2' }}
      minW="0"
      ps={{ base: '1', md: '3' }}
      borderInlineStartWidth={{ md: '1px' }}
      fontSize="sm"
      lineHeight="tight"
    >
      <chakra.span {...line} {...nameLines} fontWeight="semibold" dir="auto" title={name}>
        {name}
      </chakra.span>
      <chakra.span
        {...line}
        display={{ base: 'none', sm: 'flex' }}
        color="fg.muted"
        title={month ?? undefined}
      >
        {month ? (
          <>
            {/* Cut off at its own end, whichever direction it has. */}
            <chakra.bdi overflow="hidden" textOverflow="ellipsis">
              {month}
            </chakra.bdi>
            <chakra.span srOnly={{ base: true, lg: false }} flexShrink="0">
              {messages.monthStatus({ status })}
            </chakra.span>
          </>
        ) : (
          messages.noMonthYet
        )}
      </chakra.span>
    </Flex>
  );
}
