import { Box, Button, chakra } from '@chakra-ui/react';
import History from 'lucide-react/icons/history';
import { onDay } from '#app/lib/branch-day.ts';
import { dismissUndone, type UndoneWrite } from '#app/outbox/store/undone-writes.ts';
import { useUndoneWrites } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { actionTitle } from './describe.ts';
import { messages } from './texts.en.ts';

/** Of a write of which no values are known. */
export function titleOfWrite({ resource, kind }: NonNullable<UndoneWrite['entry']>): string {
  const write = writeOf(resource);
  if (write) return (kind === 'delete' && write.undoTitle) || write.title;
  if (!isResourceName(resource)) return resource;
  return actionTitle(kind, resourceOf(resource).singular);
}

const textOf = ({ sentence, kind = '', entry }: UndoneWrite): string =>
  sentence ?? (entry ? titleOfWrite(entry) : kind);

/** Undone by a restore of the server, and this device cannot send it again. It stays until the user dismisses it. */
export function UndoneWrites() {
  const { from, writes } = useUndoneWrites();
  const byText = new Map<string, UndoneWrite[]>();
  for (const write of writes) byText.set(textOf(write), [...(byText.get(textOf(write)) ?? []), write]);
  if (byText.size === 0) return null;
  return (
    <Box mb="4" _print={{ display: 'none' }}>
      <Callout tone="refused" icon={<History size={18} aria-hidden />}>
        {messages.undoneByRestore({ backup: from ? onDay(from) : undefined })}
        <chakra.ul mt="2" ps="5" listStyleType="disc">
          {[...byText].map(([text, [first, ...more]]) => (
            <chakra.li key={text} dir="auto" overflowWrap="anywhere">
              {more.length > 0
                ? messages.withCount({ title: text, count: more.length + 1 })
                : messages.undoneAt({ title: text, time: onDay(first?.at ?? 0) })}
            </chakra.li>
          ))}
        </chakra.ul>
        <Box mt="3">
          <Button minHeight="target" variant="outline" colorPalette="neutral" onClick={dismissUndone}>
            {messages.undoneChecked}
          </Button>
        </Box>
      </Callout>
    </Box>
  );
}
