import { Badge, Button, chakra, Flex, Text } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConnection } from '#app/data/connection.ts';
import { notify } from '#app/shell/notify.ts';
import { discard, retryNow } from './actions.ts';
import { describe } from './describe.ts';
import { type OutboxRow, wasTried } from './outbox-row.ts';
import { syncWords } from './sync-words.ts';
import { takeBackPlace } from './take-back-place.ts';

const icons = { waiting: Clock, refused: CircleAlert, accent: Send };

interface SyncRowProps {
  readonly row: OutboxRow;
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** One entry on its way: what it is, how it stands, and what a person can do about it. */
export function SyncRow({ row, now }: SyncRowProps) {
  const [asking, setAsking] = useState(false);
  const { label, tone, why } = syncWords(row, useConnection(), now);
  const Icon = icons[tone];
  const title = describe(row);

  return (
    <chakra.li p="4" bg="bg.surface" borderWidth="1px" borderRadius="md" borderColor={`${tone}.line`}>
      <Badge colorPalette={tone}>
        <Icon size={14} aria-hidden /> {label}
      </Badge>
      <Text mt="2" fontWeight="semibold" dir="auto" textAlign="start" overflowWrap="anywhere">
        {title}
      </Text>
      <Text mt="1" fontSize="sm" color="fg.muted" dir="auto" textAlign="start">
        {why}
      </Text>
      {asking ? (
        <ConfirmDiscard row={row} title={title} onKeep={() => setAsking(false)} />
      ) : (
        <Actions row={row} title={title} onDiscard={() => setAsking(true)} />
      )}
    </chakra.li>
  );
}

interface ActionsProps {
  readonly row: OutboxRow;
  readonly title: string;
  readonly onDiscard: () => void;
}

function Actions({ row, title, onDiscard }: ActionsProps) {
  const navigate = useNavigate();
  if (row.state === 'sending') return null;
  const place = row.state === 'rejected' || !wasTried(row) ? takeBackPlace(row) : undefined;
  const retries = row.state === 'queued' || row.state === 'unknown' || row.state === 'rejected';

  return (
    <Flex mt="3" gap="2" wrap="wrap">
      {(retries || row.asksPerson) && (
        <Button
          variant="subtle"
          colorPalette="neutral"
          aria-label={`Retry now: ${title}`}
          onClick={() => void retryNow(row.id)}
        >
          {row.asksPerson ? 'Send again' : 'Retry now'}
        </Button>
      )}
      {place && row.state !== 'blocked' && (
        <Button
          variant={row.state === 'rejected' ? 'solid' : 'outline'}
          colorPalette={row.state === 'rejected' ? 'accent' : 'neutral'}
          aria-label={`Edit: ${title}`}
          onClick={() => void navigate(place.path, { state: place.state })}
        >
          Edit
        </Button>
      )}
      <Button variant="ghost" colorPalette="refused" aria-label={`Discard: ${title}`} onClick={onDiscard}>
        Discard
      </Button>
    </Flex>
  );
}

interface ConfirmDiscardProps {
  readonly row: OutboxRow;
  readonly title: string;
  readonly onKeep: () => void;
}

function ConfirmDiscard({ row, title, onKeep }: ConfirmDiscardProps) {
  const throwAway = () => {
    discard(row.id).then(
      () => notify(`Discarded: ${title}`, { kind: 'info' }),
      (error: unknown) =>
        notify(error instanceof Error ? error.message : 'It could not be discarded. Try again.', {
          kind: 'error',
        }),
    );
  };
  return (
    <chakra.div role="group" aria-label={`Discard ${title}?`} mt="3">
      <Text fontSize="sm" fontWeight="medium" color="refused.fg" role="alert">
        {row.uncertain
          ? 'Discard it? The server may already have it, so look in the list first. This cannot be undone.'
          : 'Discard it? It will never reach the server. This cannot be undone.'}
      </Text>
      <Flex mt="3" gap="2" wrap="wrap">
        <Button colorPalette="refused" onClick={throwAway}>
          Discard
        </Button>
        <Button variant="outline" colorPalette="neutral" autoFocus onClick={onKeep}>
          Keep
        </Button>
      </Flex>
    </chakra.div>
  );
}
