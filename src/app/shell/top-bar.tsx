import { Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import HandCoins from 'lucide-react/icons/hand-coins';
import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import { displayName } from '#app/lib/person-name.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery, userQuery } from '#app/reads/branch-queries.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { messages } from './texts.en.ts';

const loadSearch = () => import('#app/features/search/search-dialog.tsx');

/** The key of the search; "ظ" is on it in Arabic layouts. */
const KEYS: readonly string[] = ['/', 'ظ'];

/** Tells whether a key press is text, or belongs to what is open over the page. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
  return ctrlKey || metaKey || altKey || isField || document.querySelector('[role$=dialog]') !== null;
}

/** Renders the way to the one search, on every screen; its key is "/" (decision 61). */
function SearchButton() {
  const [open, setOpen] = useState(false);
  const search = useLazyDialog(open, loadSearch, () => setOpen(false));
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!KEYS.includes(event.key) || isTaken(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        minW={{ base: 'target', lg: '48' }}
        justifyContent={{ lg: 'flex-start' }}
        px={{ base: '2', lg: '3' }}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <Search size={20} aria-hidden />
        <chakra.span srOnly={{ base: true, lg: false }}>{messages.search}</chakra.span>
        <chakra.kbd hideBelow="lg" ms="auto" color="fg.muted" aria-hidden>
          /
        </chakra.kbd>
      </Button>
      {open && search && <search.SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const loadOpened = () => import('./profile-menu-opened.tsx');
const prefetch = () => void loadOpened().catch(() => undefined);

/** Renders the user at the end of the top bar. The menu itself is loaded on hover or click. */
function ProfileMenu() {
  const { data: user = bootCache().user } = useQuery(userQuery());
  const [requested, setRequested] = useState(false);
  const menu = useLazyDialog(requested, loadOpened, () => setRequested(false));
  const name = user ? displayName(user) : '';

  const trigger = (
    <Button
      variant="ghost"
      colorPalette="neutral"
      px="2"
      maxW={{ base: '12', md: '14rem' }}
      aria-haspopup="menu"
      aria-expanded={menu ? undefined : false}
      onClick={menu ? undefined : () => setRequested(true)}
      onPointerEnter={menu ? undefined : prefetch}
    >
      <Initials name={name} />
      <chakra.span srOnly>{messages.profile}</chakra.span>
      <chakra.bdi hideBelow="md" overflow="hidden" textOverflow="ellipsis">
        {name}
      </chakra.bdi>
      <chakra.span hideBelow="md" color="fg.muted">
        <ChevronDown size={16} aria-hidden />
      </chakra.span>
    </Button>
  );
  return menu ? <menu.ProfileMenuOpened user={user} trigger={trigger} /> : trigger;
}

function Initials({ name }: { readonly name: string }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');
  return (
    <chakra.span
      aria-hidden
      display="inline-grid"
      placeItems="center"
      boxSize="8"
      flexShrink="0"
      borderRadius="full"
      bg="accent.soft"
      color="accent.fg"
      fontSize="sm"
      textTransform="uppercase"
    >
      {letters || <UserRound size={16} />}
    </chakra.span>
  );
}

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
