import { Link } from '@chakra-ui/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import { type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { loadUntilThere } from '#app/api/chunk-load-error.ts';
import { importWhenIdle } from '#app/lib/idle-work.ts';
import { readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranch, useIsFirstRead, useUser } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { searchOpen } from './search-open.ts';
import styles from './side-menu.module.css';
import {
  currentEntry,
  firstGroups,
  type MenuGroup,
  nameOfEntry,
  SEARCH_ENTRY,
  visibleGroups,
} from './side-menu-entries.ts';
import { messages } from './texts.en.ts';

interface Developer {
  readonly name: string;
  readonly url: string;
}

const DEFAULT_URL = 'https://example.org/';

/** A missing value, or a URL that is not http(s), falls back to a neutral one (decision 28). */
export function developerFrom(name: unknown, url: unknown): Developer {
  const named = typeof name === 'string' && name.trim() ? name.trim() : appMessages.productName;
  const linked =
    typeof url === 'string' && /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#]\S*)?$/i.test(url) ? url : DEFAULT_URL;
  return { name: named, url: linked };
}

type Icons = typeof import('./side-menu-icons.ts').menuIcons;
let loadedIcons: Icons | undefined;

function useMenuIcons(): Icons | undefined {
  const [icons, setIcons] = useState(loadedIcons);
  useEffect(() => {
    if (loadedIcons) return undefined;
    const load = () => importWhenIdle(() => import('./side-menu-icons.ts'));
    return loadUntilThere(load, ({ menuIcons }) => {
      loadedIcons = menuIcons;
      setIcons(menuIcons);
    });
  }, []);
  return icons;
}

const openSearch = () => searchOpen.set(true);

interface SideMenuProps {
  readonly onChoose?: () => void;
  readonly onSearch?: () => void;
}

export function SideMenu({ onChoose, onSearch = openSearch }: SideMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const developer = developerFrom(import.meta.env.VITE_DEVELOPER_NAME, import.meta.env.VITE_DEVELOPER_URL);
  const may = usePermissions();
  const current = currentEntry(useLocation().pathname);
  const icons = useMenuIcons();
  const branch = useBranch();
  const user = useUser();
  const isFirstRead = useIsFirstRead();
  // What the answers add or remove would move the entries below it from under a press.
  const groups = useMemo(
    () => (isFirstRead ? firstGroups : visibleGroups({ may, branch, user })),
    [isFirstRead, may, branch, user],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the entry changes
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return (
    <nav className={styles.menu} ref={nav} aria-label={messages.mainMenu}>
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          current={current}
          icons={icons}
          onChoose={onChoose}
          onSearch={onSearch}
        />
      ))}
      {!isFirstRead && (
        <div className={styles.developer}>
          {messages.developedBy}{' '}
          <Link href={developer.url} target="_blank" rel="noopener noreferrer" minH="target">
            {developer.name}
            <ExternalLink size={14} role="img" aria-label={messages.opensInNewTab} />
          </Link>
        </div>
      )}
    </nav>
  );
}

interface GroupProps extends SideMenuProps {
  readonly group: MenuGroup;
  readonly current: string | undefined;
  readonly icons: Icons | undefined;
}

const foldedKey = (group: string) => `branch-desk.menu.folded.${group}`;

/** Memoized, because every turn of a page is a navigation too. */
const Group = memo(function Group(props: GroupProps) {
  const { id, name } = props.group;
  const [isFolded, setFolded] = useState(() => readLocal(foldedKey(id)) === 'yes');
  if (!name) return <Entries {...props} />;
  const onToggle = (folds: boolean) => {
    setFolded(folds);
    writeLocal(foldedKey(id), folds ? 'yes' : 'no');
  };
  return (
    <details open={!isFolded} onToggle={({ currentTarget }) => onToggle(!currentTarget.open)}>
      <summary className={styles.groupLabel}>
        <span id={`menu-${id}`}>{name()}</span>
        <ChevronDown size={16} aria-hidden />
      </summary>
      <Entries {...props} />
    </details>
  );
});

function Entries({ group, current, icons, onChoose, onSearch }: GroupProps) {
  const handleClick = (event: MouseEvent, path: string) => {
    if (path === SEARCH_ENTRY) {
      event.preventDefault();
      onSearch?.();
    }
    onChoose?.();
  };
  return (
    <ul aria-labelledby={group.name && `menu-${group.id}`}>
      {group.entries.map((entry) => {
        const { path } = entry;
        const Icon = icons?.[path];
        return (
          <li key={path}>
            <RouterLink
              className={styles.entry}
              to={path}
              aria-current={path === current ? 'page' : undefined}
              onClick={(event) => handleClick(event, path)}
            >
              {Icon ? <Icon size={18} aria-hidden /> : <div className={styles.iconPlace} aria-hidden />}
              {nameOfEntry(entry)}
            </RouterLink>
          </li>
        );
      })}
    </ul>
  );
}
