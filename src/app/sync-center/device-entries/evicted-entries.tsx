import { Box, Button, chakra } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { onDay } from '#app/lib/branch-day.ts';
import { useStore } from '#app/lib/store.ts';
import { errorMessage } from '#app/lib/texts.en.ts';
import { Callout } from '#app/ui/callout.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { StoreEntries } from '#contract/device-entries.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { titleOfWrite } from '../lost-writes.tsx';
import { messages as syncMessages } from '../texts.en.ts';
import { checkEntries } from './announce-entries.ts';
import { countOf, evictedOnDevice } from './evicted-on-device.ts';
import { messages } from './texts.en.ts';

/** Kind, amount and time of each, as far as announced. */
export function EntryLines({ of: stores }: { readonly of: readonly StoreEntries[] }) {
  const entries = stores.flatMap((store) => store.entries);
  const unlisted = countOf(stores) - entries.length;
  return (
    <chakra.ul mt="2" ps="5" listStyleType="disc">
      {entries.map((entry) => {
        const amount = readPiastres(entry.amount);
        return (
          <chakra.li key={entry.key} overflowWrap="anywhere">
            <bdi>{titleOfWrite(entry)}</bdi>
            {amount !== undefined && (
              <>
                {' · '}
                <bdi>{formatMoney(amount)}</bdi>
              </>
            )}
            {' · '}
            <bdi>{onDay(entry.entered_at)}</bdi>
          </chakra.li>
        );
      })}
      {unlisted > 0 && <chakra.li>{messages.more({ count: unlisted })}</chakra.li>}
    </chakra.ul>
  );
}

interface CheckedButtonProps {
  readonly of: readonly StoreEntries[];
  readonly label?: string;
  readonly onChecked?: () => Promise<unknown>;
}

export function CheckedButton({ of: entries, label, onChecked }: CheckedButtonProps) {
  const offline = useConnection() === 'offline';
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    try {
      await checkEntries(entries);
      await onChecked?.();
    } catch (error) {
      notify(errorMessage(error instanceof Error ? error.message : undefined), { kind: 'error' });
    }
    setChecking(false);
  };
  return (
    <Button
      mt="3"
      minHeight="target"
      variant="outline"
      colorPalette="neutral"
      disabled={offline}
      loading={checking}
      loadingText={syncMessages.lostChecked}
      aria-label={label}
      onClick={() => void check()}
    >
      {syncMessages.lostChecked}
    </Button>
  );
}

/** Stays until the user has checked it. */
export function EvictedEntries() {
  const evicted = useStore(evictedOnDevice);
  const [newest] = evicted;
  if (!newest) return null;
  return (
    <Box mb="4" _print={{ display: 'none' }}>
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {messages.lostHere({
          count: countOf(evicted),
          time: onDay(newest.announced_at),
        })}
        <EntryLines of={evicted} />
        <CheckedButton of={evicted} />
      </Callout>
    </Box>
  );
}
