import { chakra, Flex, Skeleton } from '@chakra-ui/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import Hourglass from 'lucide-react/icons/hourglass';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { StudentRecords } from '#app/reads/student-records.ts';
import { Surface } from '#app/ui/surface.tsx';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney } from '#contract/money.ts';
import type { AccountSums } from './account.ts';
import { nextPart, type StudentNotesRead } from './notes.ts';
import { StatementLink } from './statement/statement-link.tsx';
import { messages } from './texts.en.ts';

interface StudentSumsProps {
  readonly id: string;
  readonly sums: AccountSums;
  readonly records: StudentRecords;
  readonly notes: StudentNotesRead | undefined;
}

type Shown = Pick<StudentSumsProps, 'sums' | 'records'>;

const namesOf = (kinds: readonly Resource[]) => joinParts(kinds.map(({ plural }) => plural));

function notesOf({ sums, records: { missing, incomplete } }: Shown): string[] {
  return [
    ...(sums.hasPending ? [messages.countsPending] : []),
    ...(sums.incomplete ? [messages.amountMissing] : []),
    ...(missing.length > 0 ? [messages.withoutUnread({ names: namesOf(missing) })] : []),
    ...(incomplete.length > 0 ? [messages.mayBeMore({ names: namesOf(incomplete).toLowerCase() })] : []),
  ];
}

function balanceStatus({ sums, records: { missing, incomplete } }: Shown) {
  if (sums.remaining > 0n) return { words: messages.stillOwed, Icon: Hourglass, color: 'waiting.fg' };
  const known = missing.length + incomplete.length === 0 && !sums.incomplete;
  if (!known) return { words: messages.asFarAsKnown, Icon: Clock, color: 'fg.muted' };
  return { words: messages.nothingOwed, Icon: CircleCheck, color: 'settled.fg' };
}

export function StudentSums({ id, sums, records, notes }: StudentSumsProps) {
  const next = notes && nextPart(notes);
  const { loading } = records;
  const status = balanceStatus({ sums, records });
  return (
    <Surface as="section" aria-label={messages.sums} padding="5">
      <Flex align="end" wrap="wrap" gap="3">
        <chakra.dl
          display="flex"
          flex={{ base: '1 1 100%', md: '1 1 16rem' }}
          flexWrap="wrap"
          columnGap="10"
          rowGap="3"
          alignItems="end"
        >
          <div>
            <chakra.dt color="fg.muted" fontSize="sm">
              {messages.totalRemaining}
            </chakra.dt>
            <chakra.dd lineHeight="tight">
              {loading ? (
                <Skeleton height="9" width="12rem" role="status" aria-label={appMessages.loading} />
              ) : (
                <Flex columnGap="3" wrap="wrap" align="baseline" color={status.color}>
                  <chakra.span dir="ltr" fontSize="xl" fontWeight="bold" whiteSpace="nowrap">
                    {formatMoney(sums.remaining)}
                  </chakra.span>
                  <Flex as="span" align="center" gap="1" fontSize="sm" fontWeight="semibold">
                    <status.Icon size={16} aria-hidden /> {status.words}
                  </Flex>
                </Flex>
              )}
            </chakra.dd>
          </div>
          {!loading && next && !sums.hasPending && (
            <div>
              <chakra.dt color="fg.muted" fontSize="sm">
                {messages.nextDue}
              </chakra.dt>
              <chakra.dd fontSize="lg" fontWeight="semibold">
                {messages.nextPart({ amount: formatMoney(next.amount), day: displayDay(next.day) })}
              </chakra.dd>
            </div>
          )}
          <div>
            <chakra.dt color="fg.muted" fontSize="sm">
              {messages.totalPaid}
            </chakra.dt>
            <chakra.dd dir="ltr" fontSize="lg" fontWeight="semibold" whiteSpace="nowrap">
              {loading ? <Skeleton height="7" width="8rem" /> : formatMoney(sums.paid)}
            </chakra.dd>
          </div>
          {!loading && sums.credit !== undefined && sums.credit > 0n && (
            <div>
              <chakra.dt color="fg.muted" fontSize="sm">
                {messages.credit}
              </chakra.dt>
              <chakra.dd dir="ltr" fontSize="lg" fontWeight="semibold" whiteSpace="nowrap" color="settled.fg">
                {formatMoney(sums.credit)}
              </chakra.dd>
            </div>
          )}
        </chakra.dl>
        <StatementLink id={id} />
      </Flex>
      {!loading &&
        notesOf({ sums, records }).map((note) => (
          <Flex key={note} align="center" gap="1.5" color="waiting.fg" fontSize="sm" marginBlockStart="2">
            <Clock size={14} aria-hidden /> {note}
          </Flex>
        ))}
    </Surface>
  );
}
