import { Button, IconButton } from '@chakra-ui/react';
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
import { useStore } from '#app/lib/store.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranch, userQuery, useUser } from '#app/reads/branch-queries.ts';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { displayName } from '#contract/account.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { SEARCH_QUERY, searchOpen, searchText } from './search-open.ts';
import { messages } from './texts.en.ts';
import styles from './top-bar.module.css';

const loadSearch = () => import('#app/features/search/search-dialog.tsx');

/** "ظ" is on the same key in Arabic layouts. */
const KEYS: readonly string[] = ['/', 'ظ'];

/** The key press is text, or belongs to a dialog over the page. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
  return ctrlKey || metaKey || altKey || isField || document.querySelector('[role$=dialog]') !== null;
}

function typeAhead(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (target !== document.body || ctrlKey || metaKey || altKey) return;
  if (key === 'Escape') searchOpen.set(false);
  else if (key === 'Backspace') searchText.set(searchText.get().slice(0, -1));
  else if ([...key].length === 1) searchText.set(searchText.get() + key);
  else return;
  event.preventDefault();
}

export function SearchButton() {
  const { pathname, search: query } = useLocation();
  const isAsked = query === SEARCH_QUERY;
  const open = useStore(searchOpen);
  const typed = useStore(searchText);
  const search = useLazyDialog(open, loadSearch, () => searchOpen.set(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes
  useEffect(() => {
    if (isAsked) searchOpen.set(true);
    else searchOpen.closeIfLeft();
  }, [pathname, isAsked]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (searchOpen.get()) return typeAhead(event);
      if (!KEYS.includes(event.key) || isTaken(event)) return;
      event.preventDefault();
      searchOpen.set(true);
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
        onClick={() => searchOpen.set(true)}
      >
        <Search size={20} aria-hidden />
        <span className={styles.labelFromLg}>{messages.search}</span>
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      </Button>
      {open && search && (
        <search.SearchDialog typed={typed} onType={searchText.set} onClose={() => searchOpen.set(false)} />
      )}
    </>
  );
}

const loadOpened = () => import('./profile-menu-opened.tsx');
const prefetch = () => void loadOpened().catch(() => undefined);

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
      <span className={styles.screenReader}>{messages.profile}</span>
      <TypedText className={styles.userName}>{name}</TypedText>
      <span className={styles.chevron}>
        <ChevronDown size={16} aria-hidden />
      </span>
    </Button>
  );
  return menu ? <menu.ProfileMenuOpened user={user} trigger={trigger} /> : trigger;
}

function Initials({ name }: { readonly name: string }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    // Arabic letters would join to a word.
    .replace(/(\p{Script=Arabic})(?=\p{Script=Arabic})/gu, '$1\u200c');
  return (
    <span className={styles.initials} aria-hidden>
      {letters || <UserRound size={16} />}
    </span>
  );
}

const loadDrawer = () => import('./menu-drawer.tsx');
const prefetchDrawer = () => void loadDrawer().catch(() => undefined);

const TakePaymentLink = () => (
  <Button asChild minW="target" px={{ base: '2', md: '4' }}>
    <Link to={TAKE_PAYMENT_PATH} title={appMessages.takePayment}>
      <HandCoins size={20} aria-hidden />
      <span className={styles.labelFromMd}>{appMessages.takePayment}</span>
    </Link>
  </Button>
);

export function TopBar() {
  const [open, setOpen] = useState(false);
  const drawer = useLazyDialog(open, loadDrawer, () => setOpen(false));
  return (
    <header className={styles.bar}>
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
      <Link className={styles.home} to="/">
        <img src="/logo.svg" width={28} height={28} alt={messages.homeLogo} />
      </Link>
      <Branch />
      <div className={styles.actions}>
        <SearchButton />
        <TakePaymentLink />
        <ConnectionPill />
        <ProfileMenu />
      </div>
      {drawer && <drawer.MenuDrawer open={open} onClose={() => setOpen(false)} />}
    </header>
  );
}

const loadBranches = () => import('./branch-menu.tsx');
const prefetchBranches = () => void loadBranches().catch(() => undefined);

function Branch() {
  const { branches = [] } = useUser() ?? {};
  const [requested, setRequested] = useState(false);
  const menu = useLazyDialog(requested, loadBranches, () => setRequested(false));
  if (branches.length < 2) return <BranchAndMonth />;
  const trigger = (
    <button
      type="button"
      className={styles.branchButton}
      aria-haspopup="menu"
      aria-expanded={menu ? undefined : false}
      title={messages.changeBranch}
      onClick={menu ? undefined : () => setRequested(true)}
      onPointerEnter={menu ? undefined : prefetchBranches}
    >
      <BranchAndMonth />
      <ChevronDown size={16} aria-hidden />
    </button>
  );
  return menu ? <menu.BranchMenu branches={branches} trigger={trigger} /> : trigger;
}

/** "Al Nour · November, running"; on a phone the name alone. The boot cache shows it at once, also offline. */
function BranchAndMonth() {
  const data = useBranch();
  if (!data) return null;
  const { name, current_month_name: month, current_month: status } = data;
  return (
    <span className={styles.branch}>
      <span className={styles.branchName} {...typedText(name)} title={name}>
        {name}
      </span>
      <span className={styles.month} title={month ?? undefined}>
        {month ? (
          <>
            {/* Cut off at its own end, whichever direction it has. */}
            <TypedText className={styles.monthName}>{month}</TypedText>
            <span className={styles.monthStatus}>{messages.monthStatus({ status })}</span>
          </>
        ) : (
          messages.noMonthYet
        )}
      </span>
    </span>
  );
}
