import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { pageOf } from '#contract/paging.ts';
import { CANCELLED_PATH, type CancelledPayment, cancelledPayment } from '#contract/receipts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ReceiptButton } from '../receipt-button.tsx';
import { messages } from '../texts.en.ts';

export interface CancelledFilter {
  readonly resource?: string;
  readonly student?: string;
}

/** Newest first. */
function cancelledQuery({ resource = '', student = '' }: CancelledFilter, page: number) {
  return queryOptions({
    queryKey: [...keys.receipts, 'cancelled', resource, student, page],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: CANCELLED_PATH,
        query: { page, ...(resource && { resource }), ...(student && { student }) },
        answer: pageOf(cancelledPayment),
        signal,
      }),
    meta: { persist: true },
  });
}

function CancelledRow({ payment }: { readonly payment: CancelledPayment }) {
  const { resource, record, paid_amount, cancelled } = payment;
  const title = resourceOf(resource).titleOf(record);
  const label = messages.receiptOf({ title });
  return (
    <chakra.li display="flex" gap="3" alignItems="center" paddingBlock="2" borderTopWidth="1px">
      <Box flex="1" minWidth="0">
        <Flex gap="3" wrap="wrap" justify="space-between" textDecoration="line-through">
          <TypedText>{title}</TypedText>
          <bdi dir="ltr">{formatKnownMoney(readPiastres(paid_amount))}</bdi>
        </Flex>
        <chakra.p fontSize="sm" color="fg.muted">
          <bdi>{messages.cancelledBy({ ...cancelled, day: displayDay(dayAt(cancelled.at)) })}</bdi>
        </chakra.p>
      </Box>
      <ReceiptButton
        subject={{ resource, id: record.id, isCancelled: true }}
        variant="ghost"
        minWidth="11"
        minHeight="11"
        padding="0"
        aria-label={label}
        title={label}
      >
        <Printer size={18} aria-hidden />
      </ReceiptButton>
    </chakra.li>
  );
}

/** Deleted after their receipt was printed, struck through (decision 55). */
export function CancelledPayments(filter: CancelledFilter) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({ ...cancelledQuery(filter, page), placeholderData: keepPreviousData });
  if (!data || data.count === 0) return null;
  const isMore = data.results.length > 0 && data.count > page * data.results.length && data.next !== null;
  return (
    <chakra.details
      marginBlockStart="4"
      paddingInline="4"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      <chakra.summary
        minHeight="target"
        alignContent="center"
        fontWeight="medium"
        color="fg.muted"
        cursor="pointer"
      >
        <Flex as="span" display="inline-flex" gap="2" align="center">
          <Ban size={16} aria-hidden /> {messages.cancelledCount({ count: data.count })}
        </Flex>
      </chakra.summary>
      <chakra.ul listStyleType="none">
        {data.results.map((payment) => (
          <CancelledRow key={payment.id} payment={payment} />
        ))}
      </chakra.ul>
      {(page > 1 || isMore) && (
        <Flex gap="2" paddingBlock="2">
          <Button variant="outline" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {messages.newer}
          </Button>
          <Button variant="outline" disabled={!isMore} onClick={() => setPage(page + 1)}>
            {messages.older}
          </Button>
        </Flex>
      )}
    </chakra.details>
  );
}
