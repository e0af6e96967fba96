import { Link } from '@chakra-ui/react';
import type { ComponentProps, MouseEvent } from 'react';

interface LocalLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  readonly href: string;
  readonly onFollow: () => void;
}

export function LocalLink({ onFollow, ...link }: LocalLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return <Link {...link} onClick={follow} />;
}
