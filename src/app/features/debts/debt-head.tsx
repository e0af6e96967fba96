import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import ListFilter from 'lucide-react/icons/list-filter';
import { useId, useState } from 'react';
import { sumOfAges } from '#app/reads/on-demand/debts-queries.ts';
import { messages as listMessages } from '#app/resources/list/texts.en.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { debtAgeNames } from '#contract/rules/ages.ts';
import { countFilters, type DebtFilters } from './debt-filters.ts';
import { DebtToolbar } from './debt-toolbar.tsx';
import { messages } from './texts.en.ts';
import type { Debts } from './use-debts.ts';

const Ages = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))',
    gap: '2',
    marginBlockEnd: '4',
    '& button': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      // As in a row of another height: the text stays at the top.
      alignContent: 'start',
      columnGap: '2',
      minHeight: 'target',
      paddingInline: '3',
      paddingBlock: '2',
      background: 'bg.surface',
      borderWidth: '1px',
      borderRadius: 'md',
      textAlign: 'start',
      cursor: 'pointer',
    },
    // The sum of all has a row of its own where five boxes do not fit beside each other.
    '& button:first-of-type': { gridColumn: { base: '1 / -1', lg: 'auto' } },
    '& button[aria-pressed=true]': { background: 'accent.soft', borderColor: 'accent.solid' },
    '& small': { color: 'fg.muted', fontSize: 'sm' },
    // The sum on a line of its own, under label and count.
    '& strong': { fontWeight: 'semibold', whiteSpace: 'nowrap', flexBasis: 'full', order: '1' },
  },
});

interface DebtAgesProps {
  readonly debts: Pick<Debts, 'totals' | 'counts'>;
  readonly chosen: string;
  readonly onChoose: (age: string) => void;
}

/** Renders the sum and the students of each age; a tap shows those alone. */
function DebtAges({ debts, chosen, onChoose }: DebtAgesProps) {
  const { totals, counts } = debts;
  const ages = debtAgeNames.map((name) => ({
    name: String(name),
    label: messages[name],
    amount: readPiastres(totals[name]) ?? 0n,
    count: counts[name] ?? 0,
  }));
  const all = { name: '', label: messages.all, ...sumOfAges(debts) };
  return (
    <Ages aria-label={messages.ages}>
      {[all, ...ages].map(({ name, label, amount, count }) => (
        <button
          key={name}
          type="button"
          data-printed
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          <small>{label}</small>
          <strong dir="ltr">{formatMoney(amount)}</strong>
          <small>{messages.students({ count })}</small>
        </button>
      ))}
    </Ages>
  );
}

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
