import { Badge, Button, chakra, Flex, Text } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { type OutboxEntry, requiresUserAction, wasAttempted } from '#app/outbox/model/entry.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { describe } from './describe.ts';
import { editTarget } from './edit-target.ts';
import { entryStatus } from './entry-status.ts';
import { DiscardDialog } from './problems/discard-dialog.tsx';
import { EntryTitle } from './problems/entry-title.tsx';
import { cardId } from './problems/problem-card.tsx';

const icons = { waiting: Clock, refused: CircleAlert, accent: Send };

interface SyncRowProps {
  readonly row: OutboxEntry;
  /** Everything that is unsettled: this one may wait for one of these. */
  readonly rows: readonly OutboxEntry[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** One entry that goes on by itself: what it is, how it stands, and what a person may do about it. */
export function EntryRow({ row, rows, now }: SyncRowProps) {
  const [asking, setAsking] = useState(false);
  const { label, tone, why } = entryStatus(row, useConnection(), now);
  const Icon = icons[tone];
  const title = describe(row);
  const parent = rootOf(row, rows);

  return (
    <chakra.li p="4" bg="bg.surface" borderWidth="1px" borderRadius="md" borderColor={`${tone}.line`}>
      <Badge colorPalette={tone}>
        <Icon size={14} aria-hidden /> {label}
      </Badge>
      <Text mt="2" fontWeight="semibold" overflowWrap="anywhere">
        <EntryTitle title={title} />
      </Text>
      <Text mt="1" fontSize="sm" color="fg.muted" dir="auto" textAlign="start">
        {parent ? `It follows “${describe(parent)}”, which needs you first.` : why}
      </Text>
      {asking ? (
        <DiscardDialog row={row} title={title} onKeep={() => setAsking(false)} onGone={() => undefined} />
      ) : (
        <Actions row={row} title={title} parent={parent} onDiscard={() => setAsking(true)} />
      )}
    </chakra.li>
  );
}

/** The entry that needs a person before this one can go, through however many others. */
function rootOf(row: OutboxEntry, rows: readonly OutboxEntry[]): OutboxEntry | undefined {
  if (row.parked !== 'depends') return undefined;
  for (const id of row.dependsOn) {
    const one = rows.find((other) => other.id === id);
    const root = one && (requiresUserAction(one) ? one : rootOf(one, rows));
    if (root) return root;
  }
  return undefined;
}

interface ActionsProps {
  readonly row: OutboxEntry;
  readonly title: string;
  readonly parent: OutboxEntry | undefined;
  readonly onDiscard: () => void;
}

function Actions({ row, title, parent, onDiscard }: ActionsProps) {
  const navigate = useNavigate();
  if (row.state === 'sending') return null;
  const place = wasAttempted(row) || row.state === 'blocked' ? undefined : editTarget(row);

  return (
    <Flex mt="3" gap="2" wrap="wrap">
      {parent && (
        <Button
          variant="subtle"
          colorPalette="neutral"
          onClick={() => document.getElementById(cardId(parent))?.focus()}
        >
          Show what it waits for
        </Button>
      )}
      {(row.state === 'queued' || row.state === 'unknown') && (
        <Button
          variant="subtle"
          colorPalette="neutral"
          aria-label={`Retry now: ${title}`}
          onClick={() => void retryNow(row.id)}
        >
          Retry now
        </Button>
      )}
      {place && (
        <Button
          variant="outline"
          colorPalette="neutral"
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
