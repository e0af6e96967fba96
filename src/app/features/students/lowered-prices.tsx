import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { bootCache } from '#app/cache/boot-cache.ts';
import { textOf } from '#app/fields/field-control.ts';
import { onDay } from '#app/lib/as-of.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery } from '#app/reads/on-demand/debts-queries.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import type { Account } from './account.ts';
import { messages } from './messages.ts';

/** Tells by whom and when the price of an account was lowered, where the server tells it (decision 140). */
export function LoweredPrices({ account: { resource, record } }: { readonly account: Account }) {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const student = textOf(record.student);
  const { data } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: branch?.debts === true && student !== '' && !isTemporaryId(student),
  });
  const lowered = data?.data.lowered_prices?.filter(
    (one) => one.resource === resource.name && one.record === record.id,
  );
  if (!lowered?.length) return null;
  return (
    <chakra.ul listStyleType="none" fontSize="sm" color="waiting.fg" paddingBlock="1">
      {lowered.map(({ from, to, by, approved_by, at }) => (
        <li key={at}>
          {messages.priceLowered({
            from: formatKnownMoney(readPiastres(from)),
            to: formatKnownMoney(readPiastres(to)),
          })}{' '}
          <bdi>{by}</bdi>
          {approved_by && (
            <>
              , {messages.approvedBy} <bdi>{approved_by}</bdi>
            </>
          )}
          , {onDay(Date.parse(at))}
        </li>
      ))}
    </chakra.ul>
  );
}
