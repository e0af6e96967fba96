import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import ListFilter from 'lucide-react/icons/list-filter';
import { useId, useState } from 'react';
import { sumOfAges } from '#app/reads/on-demand/debts-queries.ts';
import { messages as listMessages } from '#app/resources/list/messages.ts';
import { formatMoney } from '#contract/money.ts';
import { DebtAges } from './debt-ages.tsx';
import { countFilters, type DebtFilters } from './debt-filters.ts';
import { DebtToolbar } from './debt-toolbar.tsx';
import { messages } from './messages.ts';
import type { Debts } from './use-debts.ts';

interface DebtHeadProps {
  readonly debts: Debts;
  readonly filters: DebtFilters;
  readonly onChange: (change: Partial<DebtFilters>) => void;
  /** Whether the filters are behind a button, so that a phone shows the rows. */
  readonly collapsible: boolean;
}

/** Renders the sum, the filters and the ages of the debts. On a phone a button opens all but the sum. */
export function DebtHead({ debts, filters, onChange, collapsible }: DebtHeadProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const active = countFilters(filters);
  const { amount, count } = sumOfAges(debts);
  return (
    <>
      {collapsible && (
        <Flex align="center" gap="3" marginBlockEnd="3" data-no-print>
          <Button
            variant="outline"
            colorPalette="neutral"
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
          >
            <ListFilter size={18} aria-hidden />{' '}
            {active > 0 ? listMessages.filtersWithCount({ count: active }) : listMessages.filters}
          </Button>
          {debts.status === 'ready' && (
            <Flex direction="column" align="end" marginInlineStart="auto" lineHeight="tight">
              <chakra.strong dir="ltr" fontWeight="semibold">
                {formatMoney(amount)}
              </chakra.strong>
              <chakra.small color="fg.muted" fontSize="sm">
                {messages.students({ count })}
              </chakra.small>
            </Flex>
          )}
        </Flex>
      )}
      <Box id={panel} css={collapsible && !open ? { '@media screen': { display: 'none' } } : undefined}>
        <DebtToolbar filters={filters} onChange={onChange} />
        <DebtAges debts={debts} chosen={filters.age} onChoose={(age) => onChange({ age })} />
      </Box>
    </>
  );
}
