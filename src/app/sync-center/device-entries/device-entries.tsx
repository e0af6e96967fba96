import { Badge, Box, Text } from '@chakra-ui/react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { deviceTime, onDay } from '#app/lib/branch-day.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { DEVICE_ENTRIES_PATH, type StoreEntries, storeEntries } from '#contract/device-entries.ts';
import { pageOf } from '#contract/paging.ts';
import { EntryItem, EntryList, ListSection } from '../list-section.tsx';
import { CheckedButton, EntryLines } from './evicted-entries.tsx';
import { messages } from './texts.en.ts';

/** Never stored on the device. */
const deviceEntriesQuery = queryOptions({
  queryKey: ['users', 'device-entries'],
  queryFn: ({ signal }) =>
    request({ method: 'GET', path: DEVICE_ENTRIES_PATH, answer: pageOf(storeEntries), signal }),
});

/** Milliseconds after which a manager can take a device off the list: it may be broken, or cleared with its cookie. */
const SILENT_AFTER = 7 * 86_400_000;

/** For managers; nothing while nothing waits anywhere. */
export function DeviceEntries() {
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const { data } = useQuery({ ...deviceEntriesQuery, enabled: branch?.device_entries === true });
  if (!data || data.results.length === 0) return null;
  return (
    <Box marginBlockStart="6">
      <ListSection title={messages.title}>
        <Text mb="3" fontSize="sm" color="fg.muted">
          {messages.about}
        </Text>
        <EntryList>
          {data.results.map((one) => (
            <OfStore key={`${one.store} ${one.user}`} entries={one} />
          ))}
        </EntryList>
      </ListSection>
    </Box>
  );
}

function OfStore({ entries }: { readonly entries: StoreEntries }) {
  const { lost, count, user_name: name, device_name: device, announced_at } = entries;
  const client = useQueryClient();
  const tone = lost ? 'refused' : 'waiting';
  const isSilent = Date.now() - deviceTime(announced_at) > SILENT_AFTER;
  return (
    <EntryItem borderColor={`${tone}.line`}>
      <Badge colorPalette={tone}>{lost ? messages.lost : messages.waiting}</Badge>
      <Text mt="2" fontWeight="semibold" overflowWrap="anywhere">
        {messages.lostOf({ count, name })}
      </Text>
      <Text mt="1" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
        {messages.lastHeard({ device: device ?? messages.unnamed, time: onDay(announced_at) })}
      </Text>
      <EntryLines of={[entries]} />
      {(lost || isSilent) && (
        <CheckedButton
          of={[entries]}
          label={messages.checkedOf({ name })}
          onChecked={() => client.invalidateQueries({ queryKey: deviceEntriesQuery.queryKey })}
        />
      )}
    </EntryItem>
  );
}
