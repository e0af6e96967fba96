import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { DEBTS_SCREEN } from '#app/lib/paths.ts';
import { useAllDebts } from '#app/reads/debts.ts';
import monthsStyles from '#app/theme/months.module.css';
import { formatAmount, formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import { type Figure, type Figures, figures } from '#contract/month.ts';
import { messages } from './texts.en.ts';

interface FigureGroup {
  readonly group: Figure['group'];
  readonly label: string;
  readonly figures: readonly (Figure & { readonly name: keyof Figures })[];
}

const groups = ['expenses', 'revenue', 'result', 'debts'] as const satisfies readonly Figure['group'][];

/** In the specification's order, without figures that no month has (decision 31). */
export function figureGroupsOf(months: readonly Figures[]): readonly FigureGroup[] {
  const available = figures.filter(({ name }) => months.some((month) => month[name] !== null));
  return groups.map((group) => ({
    group,
    label: messages[group],
    figures: available.filter((figure) => figure.group === group),
  }));
}

/** Without its unit, for a table that states it once; a dash where it is unknown. */
export function amountText(decimal: string | null | undefined): string {
  const amount = readPiastres(decimal);
  return amount === undefined ? '–' : formatAmount(amount);
}

export function MonthFigures({ month, onLeave }: { month: Figures; onLeave?: () => void }) {
  return (
    <div className={monthsStyles.figures}>
      {figureGroupsOf([month]).map(({ group, label, figures: itsFigures }) => (
        <section key={group} aria-label={label}>
          <h3>{label}</h3>
          <dl>
            {itsFigures.map((figure) => (
              <div key={figure.name} data-total={figure.total}>
                <dt>{figure.label}</dt>
                <dd dir="ltr">{formatKnownMoney(readPiastres(month[figure.name]))}</dd>
              </div>
            ))}
          </dl>
          {group === 'debts' && (
            <>
              <small>{messages.debtsOfMonth}</small>
              <AllDebts {...(onLeave && { onLeave })} />
            </>
          )}
        </section>
      ))}
    </div>
  );
}

export function AllDebts({ onLeave }: { readonly onLeave?: () => void }) {
  const owed = useAllDebts();
  if (!owed) return null;
  return (
    <chakra.p css={{ '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 'target' } }}>
      <Link to={DEBTS_SCREEN} onClick={onLeave} style={{ textDecoration: 'underline' }}>
        {messages.allDebts({ amount: formatMoney(owed.amount), count: owed.count })}
      </Link>
    </chakra.p>
  );
}
