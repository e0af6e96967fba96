import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { bootCache } from '#app/cache/boot-cache.ts';
import { displayName } from '#app/lib/person-name.ts';
import { userQuery } from '#app/reads/branch-queries.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { messages } from './messages.ts';

const loadOpened = () => import('./profile-menu-opened.tsx');
const prefetch = () => void loadOpened().catch(() => undefined);

/** Renders the user at the end of the top bar. The menu itself is loaded on hover or click. */
export function ProfileMenu() {
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
