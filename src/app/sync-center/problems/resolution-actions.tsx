import { Button, Flex } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import {
  STILL_SENDING_MESSAGE,
  type UpdateBlocker,
  updateBlocker,
  updateNow,
  useUpdateReady,
} from '#app/lib/app-update.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { markAsDone, replaceAndSend } from '#app/outbox/recovery/resolve.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { editTarget } from '../edit-target.ts';
import type { ResolutionAction } from './problem.ts';

/** Words in which no amount is torn from its currency at the end of a line. */
export function unbroken(words: string): string {
  return words.replaceAll('L.E. ', 'L.E.\u00a0');
}

interface WaysOutProps {
  readonly row: OutboxEntry;
  /** What the entry is called. */
  readonly title: string;
  readonly ways: readonly ResolutionAction[];
  /** To discard is the main way. */
  readonly discards: boolean;
  /** Called as a way is taken that may deal with the entry. */
  readonly onTaken: () => void;
  readonly onDiscard: () => void;
}

const words: Record<UpdateBlocker, string> = {
  unsaved: 'Save or leave what is being edited first, then update.',
  sending: STILL_SENDING_MESSAGE,
};

/** The buttons of a card; the first stands out, to discard comes last. */
export function ResolutionActions({ row, title, ways, discards, onTaken, onDiscard }: WaysOutProps) {
  const navigate = useNavigate();
  const updateReady = useUpdateReady();

  const update = async () => {
    const why = await (updateReady ? updateNow() : updateBlocker());
    if (why) notify(words[why], { kind: 'info' });
    else if (!updateReady) location.reload();
  };
  const take = async (way: ResolutionAction): Promise<void> => {
    if (way.kind === 'edit') {
      const place = editTarget(row);
      if (place) void navigate(place.path, { state: place.state });
      return;
    }
    if (way.kind === 'go') return void navigate(way.path);
    if (way.kind === 'update') return update();
    onTaken();
    if (way.kind === 'again') void retryNow(row.id);
    if (way.kind === 'instead') await replaceAndSend(row.id, way.write);
    if (way.kind === 'seen') {
      await markAsDone(row.id, way.record);
      notify(`Done: ${title}`);
    }
  };
  const press = (way: ResolutionAction) => {
    take(way).catch((error: unknown) =>
      notify(error instanceof Error ? error.message : 'That did not work. Try again.', { kind: 'error' }),
    );
  };

  return (
    <Flex mt="3" gap="2" wrap="wrap">
      {ways.map((way, at) => {
        const label = labelOf(way);
        const main = at === 0 && !discards;
        return (
          <Button
            key={`${way.kind} ${label}`}
            variant={main ? 'solid' : 'outline'}
            colorPalette={main ? 'accent' : 'neutral'}
            whiteSpace="normal"
            flexShrink={1}
            py="2"
            aria-label={`${label}: ${title}`}
            onClick={() => press(way)}
          >
            {unbroken(label)}
          </Button>
        );
      })}
      <Button
        variant={discards ? 'solid' : 'ghost'}
        colorPalette="refused"
        aria-label={`Discard: ${title}`}
        onClick={onDiscard}
      >
        Discard
      </Button>
    </Flex>
  );
}

function labelOf(way: ResolutionAction): string {
  if (way.kind === 'edit') return 'Edit';
  return way.label ?? 'Send again';
}
