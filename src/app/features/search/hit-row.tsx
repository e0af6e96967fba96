import { chakra } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import HandCoins from 'lucide-react/icons/hand-coins';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { Hit } from './hits.ts';
import { messages } from './messages.ts';

/** Names the two options of a row: opening it, and taking a payment. */
export const optionId = (list: string, hit: Pick<Hit, 'path'>, pay: boolean) =>
  `${list}-${pay ? 'pay' : 'open'}-${hit.path.replace(/\W/g, '_')}`;

interface HitRowProps {
  readonly listId: string;
  readonly hit: Hit;
  /** Id of the option that the keys act on. */
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onChoose: (path: string) => void;
}

/** Renders one row of the search: what it is, what matters beside it, and for a student the way to a payment. */
export function HitRow({ listId, hit, active, onActive, onChoose }: HitRowProps) {
  const option = (path: string, pay: boolean) => {
    const id = optionId(listId, hit, pay);
    return {
      id,
      to: path,
      role: 'option',
      tabIndex: -1,
      'aria-selected': id === active,
      onPointerMove: () => onActive(id),
      onClick: (event: MouseEvent) => {
        // A new tab leaves this page as it is.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(path);
      },
    };
  };
  return (
    <div data-row role="presentation">
      <Link {...option(hit.path, false)} data-open>
        <span data-text>
          <span dir="auto">{hit.title}</span>
          <small>
            {hit.detail.map((part) => (
              <bdi key={part}>{part}</bdi>
            ))}
            {hit.pending && (
              <chakra.span display="inline-flex" alignItems="center" gap="1" color="waiting.fg">
                <Clock size={14} aria-hidden /> {appMessages.waitingToBeSent}
              </chakra.span>
            )}
          </small>
        </span>
        {hit.value !== '' && (
          <span data-value data-owes={hit.owes || undefined}>
            <bdi>{hit.value}</bdi>
          </span>
        )}
      </Link>
      {hit.payPath && (
        <Link
          {...option(hit.payPath, true)}
          data-pay
          aria-label={messages.takePaymentFrom({ name: hit.title })}
          title={appMessages.takePayment}
        >
          <HandCoins size={20} aria-hidden />
          <chakra.span hideBelow="md">{appMessages.takePayment}</chakra.span>
        </Link>
      )}
    </div>
  );
}
