import { Box, Button, chakra, Flex, Input, NativeSelect } from '@chakra-ui/react';
import ListFilter from 'lucide-react/icons/list-filter';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { listTitle } from '#app/lib/texts.en.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { sumOfAges } from '#app/reads/debts.ts';
import { messages as listMessages } from '#app/resources/list/texts.en.ts';
import filtersStyles from '#app/theme/filters.module.css';
import { levels } from '#contract/choices.ts';
import { debtKinds } from '#contract/debts.ts';
import { formatMoney, parseTypedAmount, readPiastres, toLatinNumber } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { debtAgeNames } from '#contract/rules/ages.ts';
import { countFilters, type DebtFilters, hasLevels } from './debt-filters.ts';
import { messages } from './texts.en.ts';
import type { Debts } from './use-debts.ts';

const DEBOUNCE_MS = 400;

const orders = [
  ['', 'largest'],
  ['remaining', 'smallest'],
  ['-age', 'oldest'],
  ['age', 'newest'],
  ['name', 'byName'],
  ['-name', 'byNameBackwards'],
] as const;

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Select({ label, value, onChange, children }: SelectProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the select
    <label>
      {label}
      <NativeSelect.Root>
        <NativeSelect.Field value={value} onChange={({ target }) => onChange(target.value)}>
          {children}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </label>
  );
}

function Minimum({ value, onChange }: Pick<SelectProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const isAmount = typed.trim() === '' || parseTypedAmount(typed) !== undefined;
    if (typed === value || !isAmount) return;
    const timer = setTimeout(() => onChange(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the input
    <label>
      {messages.minimum}
      <Input
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        {...numberInput(typed, 'amount')}
        onChange={({ target }) => setTyped(toLatinNumber(target.value))}
      />
    </label>
  );
}

interface DebtToolbarProps {
  readonly filters: DebtFilters;
  readonly onChange: (change: Partial<DebtFilters>) => void;
}

function DebtToolbar({ filters, onChange }: DebtToolbarProps) {
  const { kind, level, minimum, ordering } = filters;
  return (
    <fieldset className={filtersStyles.panel} aria-label={messages.filters} data-no-print>
      <Select label={messages.kind} value={kind} onChange={(value) => onChange({ kind: value })}>
        <option value="">{messages.allKinds}</option>
        {debtKinds.map((name) => (
          <option key={name} value={name}>
            {listTitle(resourceOf(name))}
          </option>
        ))}
      </Select>
      {hasLevels(kind) && (
        <Select label={messages.level} value={level} onChange={(value) => onChange({ level: value })}>
          <option value="">{messages.allLevels}</option>
          {levels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <Minimum value={minimum} onChange={(value) => onChange({ minimum: value })} />
      <Select label={messages.order} value={ordering} onChange={(value) => onChange({ ordering: value })}>
        {orders.map(([value, label]) => (
          <option key={value} value={value}>
            {messages[label]}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}

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
  readonly collapsible: boolean;
}

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
