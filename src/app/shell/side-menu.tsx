import { Link } from '@chakra-ui/react';
import ExternalLink from 'lucide-react/icons/external-link';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { importWhenIdle } from '#app/lib/idle-work.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import styles from './side-menu.module.css';
import { currentEntry, type MenuGroup, nameOfEntry, visibleGroups } from './side-menu-entries.ts';
import { messages } from './texts.en.ts';

interface Developer {
  readonly name: string;
  readonly url: string;
}

const DEFAULT_URL = 'https://example.org/';

/**
 * From the build's environment (decision 28). A missing value, or a URL that is not http(s) (a `javascript:` link would
 * run in our origin), falls back to a neutral one.
 */
export function developerFrom(name: unknown, url: unknown): Developer {
  const named = typeof name === 'string' && name.trim() ? name.trim() : appMessages.productName;
  const linked =
    typeof url === 'string' && /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#]\S*)?$/i.test(url) ? url : DEFAULT_URL;
  return { name: named, url: linked };
}

type Icons = typeof import('./side-menu-icons.ts').menuIcons;
let loadedIcons: Icons | undefined;

/** The first rows do not wait for them. */
function useMenuIcons(): Icons | undefined {
  const [icons, setIcons] = useState(loadedIcons);
  useEffect(() => {
    if (loadedIcons) return;
    const load = async () => {
      loadedIcons = (await importWhenIdle(() => import('./side-menu-icons.ts'))).menuIcons;
      setIcons(loadedIcons);
    };
    // Without them the names of the entries do.
    load().catch(() => undefined);
  }, []);
  return icons;
}

interface SideMenuProps {
  readonly onChoose?: () => void;
}

export function SideMenu({ onChoose }: SideMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const developer = developerFrom(import.meta.env.VITE_DEVELOPER_NAME, import.meta.env.VITE_DEVELOPER_URL);
  const may = usePermissions();
  const current = currentEntry(useLocation().pathname);
  const icons = useMenuIcons();
  const { knows } = useDeclaredFields();
  const groups = useMemo(() => visibleGroups(may, knows), [may, knows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the entry changes
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return (
    <nav className={styles.menu} ref={nav} aria-label={messages.mainMenu}>
      {groups.map((group) => (
        <Group
          key={group.label ?? 'home'}
          group={group}
          current={current}
          icons={icons}
          onChoose={onChoose}
        />
      ))}
      <div className={styles.developer}>
        {messages.developedBy}{' '}
        <Link href={developer.url} target="_blank" rel="noopener noreferrer" minH="target">
          {developer.name}
          <ExternalLink size={14} role="img" aria-label={messages.opensInNewTab} />
        </Link>
      </div>
    </nav>
  );
}

interface GroupProps extends SideMenuProps {
  readonly group: MenuGroup;
  readonly current: string | undefined;
  readonly icons: Icons | undefined;
}

/** Memoized, because every turn of a page is a navigation too. */
const Group = memo(function Group({ group, current, icons, onChoose }: GroupProps) {
  return (
    <div className={styles.group}>
      {group.label && (
        <p className={styles.groupLabel} id={group.label}>
          {messages[group.label]}
        </p>
      )}
      <ul aria-labelledby={group.label}>
        {group.entries.map((entry) => {
          const { path } = entry;
          const Icon = icons?.[path];
          return (
            <li key={path}>
              <RouterLink
                className={styles.entry}
                to={path}
                aria-current={path === current ? 'page' : undefined}
                onClick={onChoose}
              >
                {Icon ? <Icon size={18} aria-hidden /> : <div className={styles.iconPlace} aria-hidden />}
                {nameOfEntry(entry)}
              </RouterLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
});
