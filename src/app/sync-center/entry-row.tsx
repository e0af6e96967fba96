import { Badge, Button, Text } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import Send from 'lucide-react/icons/send';
import { useNavigate } from 'react-router-dom';
import { type Connection, useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { type OutboxEntry, requiresUserAction, wasAttempted } from '#app/outbox/model/entry.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { isOverdue, pendingSince } from '#app/reads/overdue.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { changedLabels, describe } from './describe.ts';
import { editTarget } from './edit-target.ts';
import { EnteredBy, EntryTitle } from './entry-title.tsx';
import { EntryItem } from './list-section.tsx';
import { EntryActions } from './problems/discarding.tsx';
import { cardId } from './problems/problem-card.tsx';
import { messages } from './texts.en.ts';

interface EntryStatus {
  readonly label: string;
  readonly tone: 'waiting' | 'accent';
  readonly why: string;
}

/** With the seconds until then; undefined if none is scheduled. */
function nextAttempt({ attempts, nextAttemptAt }: OutboxEntry, now: number) {
  const seconds = Math.ceil((nextAttemptAt - now) / 1000);
  return attempts > 0 && seconds > 0 ? { attempt: attempts + 1, seconds } : undefined;
}

/**
 * Entries that need the user have a card instead.
 * @param now wall clock, milliseconds: for the time until the next attempt, and since when it is overdue
 */
export function entryStatus(entry: OutboxEntry, connection: Connection, now: number): EntryStatus {
  if (entry.state === 'blocked') {
    return { label: messages.setAside, tone: 'waiting', why: messages.followsAnother };
  }
  if (entry.state === 'sending') return { label: messages.sending, tone: 'accent', why: messages.onItsWay };
  if (entry.state === 'auth') {
    return { label: appMessages.waitingToBeSent, tone: 'waiting', why: messages.waitsForSignIn };
  }
  const overdue = isOverdue(entry, now);
  const values = {
    since: overdue ? asOf(pendingSince(entry), now) : undefined,
    next: nextAttempt(entry, now),
    answer: entry.attempts > 0 && connection === 'online' ? entry.lastError : undefined,
  };
  return {
    label: overdue ? messages.waitingLong : appMessages.waitingToBeSent,
    tone: 'waiting',
    why: connection === 'offline' ? messages.waitsForConnection(values) : messages.waitsForServer(values),
  };
}

const icons = { waiting: Clock, accent: Send };

interface EntryRowProps {
  readonly entry: OutboxEntry;
  /** All pending entries: this one may depend on one of them. */
  readonly entries: readonly OutboxEntry[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

export function EntryRow({ entry, entries, now }: EntryRowProps) {
  const { label, tone, why } = entryStatus(entry, useConnection(), now);
  const Icon = icons[tone];
  const title = describe(entry);
  const dependency = dependencyNeedingUser(entry, entries);
  const labels = changedLabels(entry);
  // The heading of the list and the line above it say it once for all.
  const isUsual = label === appMessages.waitingToBeSent;
  const reason = dependency ? messages.followsTitled({ title: describe(dependency) }) : why;

  return (
    <EntryItem borderColor={`${tone}.line`}>
      {!isUsual && (
        <Badge colorPalette={tone} mb="2">
          <Icon size={14} aria-hidden /> {label}
        </Badge>
      )}
      <Text fontWeight="semibold" overflowWrap="anywhere">
        <EntryTitle title={title} />
      </Text>
      <EnteredBy entry={entry} />
      {labels.length > 0 && (
        <Text mt="1" fontSize="sm">
          {messages.changedFields({ labels })}
        </Text>
      )}
      {!usualReasons().includes(reason) && (
        <Text mt="1" fontSize="sm" color="fg.muted" {...typedText(reason)}>
          {reason}
        </Text>
      )}
      <Actions entry={entry} title={title} dependency={dependency} />
    </EntryItem>
  );
}

const NOTHING = { since: undefined, next: undefined, answer: undefined };

/** The panel gives these once, above all entries. */
const usualReasons = () => [messages.waitsForConnection(NOTHING), messages.waitsForServer(NOTHING)];

function dependencyNeedingUser(entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  if (entry.quarantined !== 'waiting-on-dependency') return undefined;
  for (const id of entry.dependsOn) {
    const dependency = entries.find((other) => other.id === id);
    const found =
      dependency &&
      (requiresUserAction(dependency) ? dependency : dependencyNeedingUser(dependency, entries));
    if (found) return found;
  }
  return undefined;
}

interface ActionsProps {
  readonly entry: OutboxEntry;
  readonly title: string;
  readonly dependency: OutboxEntry | undefined;
}

function Actions({ entry, title, dependency }: ActionsProps) {
  const navigate = useNavigate();
  const target = wasAttempted(entry) || entry.state === 'blocked' ? undefined : editTarget(entry);

  return (
    <EntryActions entry={entry} title={title} hidden={entry.state === 'sending'}>
      {dependency && (
        <Button
          variant="subtle"
          colorPalette="neutral"
          onClick={() => document.getElementById(cardId(dependency))?.focus()}
        >
          {messages.showDependency}
        </Button>
      )}
      {wasAttempted(entry) && (entry.state === 'queued' || entry.state === 'unknown') && (
        <Button
          variant="subtle"
          colorPalette="neutral"
          aria-label={messages.retryEntry({ title })}
          onClick={() => void retryNow(entry.id)}
        >
          {messages.retryNow}
        </Button>
      )}
      {target && (
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-label={messages.editEntry({ title })}
          onClick={() => void navigate(target.path, { state: target.state })}
        >
          {appMessages.edit}
        </Button>
      )}
    </EntryActions>
  );
}
