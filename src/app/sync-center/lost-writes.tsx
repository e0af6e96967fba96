import { Box, Button, chakra } from '@chakra-ui/react';
import History from 'lucide-react/icons/history';
import { onDay } from '#app/lib/branch-day.ts';
import { dismissLost, type LostWrite } from '#app/outbox/store/lost-writes.ts';
import { useLostWrites } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { actionTitle } from './describe.ts';
import { messages } from './texts.en.ts';

/** Of a write of which no values are known. */
export function titleOfWrite({ resource, kind }: NonNullable<LostWrite['entry']>): string {
  const write = writeOf(resource);
  if (write) return (kind === 'delete' && write.undoTitle) || write.title;
  if (!isResourceName(resource)) return resource;
  return actionTitle(kind, resourceOf(resource).singular);
}

const textOf = ({ sentence, kind = '', entry }: LostWrite): string =>
  sentence ?? (entry ? titleOfWrite(entry) : kind);

/** Lost in a restore of the server, and this device cannot send it again. It stays until the user dismisses it. */
export function LostWrites() {
  const { from, writes } = useLostWrites();
  const byText = new Map<string, LostWrite[]>();
  for (const write of writes) byText.set(textOf(write), [...(byText.get(textOf(write)) ?? []), write]);
  if (byText.size === 0) return null;
  return (
    <Box mb="4" _print={{ display: 'none' }}>
      <Callout tone="refused" icon={<History size={18} aria-hidden />}>
        {messages.lostInRestore({ backup: from ? onDay(from) : undefined })}
        <chakra.ul mt="2" ps="5" listStyleType="disc">
          {[...byText].map(([text, [first, ...more]]) => (
            <chakra.li key={text} dir="auto" overflowWrap="anywhere">
              {more.length > 0
                ? messages.withCount({ title: text, count: more.length + 1 })
                : messages.lostAt({ title: text, time: onDay(first?.at ?? 0) })}
            </chakra.li>
          ))}
        </chakra.ul>
        <Box mt="3">
          <Button minHeight="target" variant="outline" colorPalette="neutral" onClick={dismissLost}>
            {messages.lostChecked}
          </Button>
        </Box>
      </Callout>
    </Box>
  );
}
