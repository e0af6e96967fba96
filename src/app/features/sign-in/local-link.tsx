import { Link, type LinkProps } from '@chakra-ui/react';
import type { MouseEvent } from 'react';

interface LocalLinkProps extends Omit<LinkProps, 'href' | 'onClick'> {
  readonly href: string;
  /** Goes there without loading the document again. */
  readonly onFollow: () => void;
}

/** A link between the pages before sign-in, which stand with and without a router. Its address always works. */
export function LocalLink({ onFollow, ...link }: LocalLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return <Link {...link} onClick={follow} />;
}
