import { Box, chakra, Link } from '@chakra-ui/react';
import ExternalLink from 'lucide-react/icons/external-link';
import { useEffect, useRef } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { developerFrom } from './developer.ts';
import { messages } from './messages.ts';
import { currentEntry, type MenuGroup, visibleGroups } from './side-menu-entries.ts';
import { menuIcons } from './side-menu-icons.ts';

const EntryLink = chakra(RouterLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: 'target',
    px: '3',
    borderRadius: 'md',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.default',
    transitionProperty: 'background-color, color',
    transitionDuration: 'fast',
    '& svg': { color: 'fg.muted', flexShrink: 0 },
    _hover: { bg: 'bg.subtle' },
    _currentPage: {
      bg: 'accent.soft',
      color: 'accent.fg',
      fontWeight: 'semibold',
      '& svg': { color: 'accent.fg' },
    },
  },
});

interface SideMenuProps {
  /** Called when an entry was chosen, so that the drawer can close. */
  readonly onChoose?: () => void;
}

/** Renders all parts of the product in groups, and the developer. */
export function SideMenu({ onChoose }: SideMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const developer = developerFrom(import.meta.env.VITE_DEVELOPER_NAME, import.meta.env.VITE_DEVELOPER_URL);
  const may = usePermissions();
  const current = currentEntry(useLocation().pathname);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the entry changes
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return (
    <chakra.nav
      ref={nav}
      aria-label={messages.mainMenu}
      display="flex"
      flexDirection="column"
      minH="full"
      px="3"
      pt="3"
    >
      {visibleGroups(may).map((group) => (
        <Group key={group.label ?? 'home'} group={group} current={current} onChoose={onChoose} />
      ))}
      <Box mt="auto" pt="5" pb="4" px="3" fontSize="sm" color="fg.muted">
        {messages.developedBy}{' '}
        <Link href={developer.url} target="_blank" rel="noopener noreferrer" minH="target">
          {developer.name}
          <ExternalLink size={14} role="img" aria-label={messages.opensInNewTab} />
        </Link>
      </Box>
    </chakra.nav>
  );
}

interface GroupProps extends SideMenuProps {
  readonly group: MenuGroup;
  readonly current: string | undefined;
}

function Group({ group, current, onChoose }: GroupProps) {
  return (
    <Box mb="1">
      {group.label && (
        <chakra.p id={group.label} px="3" pt="2" pb="1" fontSize="sm" color="fg.muted">
          {messages[group.label]}
        </chakra.p>
      )}
      <chakra.ul aria-labelledby={group.label}>
        {group.entries.map(({ label, path }) => {
          const Icon = menuIcons[path];
          return (
            <li key={path}>
              <EntryLink to={path} aria-current={path === current ? 'page' : undefined} onClick={onChoose}>
                {Icon && <Icon size={18} aria-hidden />}
                {messages[label]}
              </EntryLink>
            </li>
          );
        })}
      </chakra.ul>
    </Box>
  );
}
