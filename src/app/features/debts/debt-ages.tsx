import { chakra } from '@chakra-ui/react';
import { sumOfAges } from '#app/reads/on-demand/debts-queries.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { debtAgeNames } from '#contract/rules/ages.ts';
import { messages } from './messages.ts';
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
export function DebtAges({ debts, chosen, onChoose }: DebtAgesProps) {
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
