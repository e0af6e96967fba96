import { chakra } from '@chakra-ui/react';
import { monthFiguresRecipe } from '#app/theme/recipes/months.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { type Figure, type Figures, figures } from '#contract/month.ts';

const Frame = chakra('div', monthFiguresRecipe);

interface FigureGroup {
  readonly group: Figure['group'];
  readonly label: string;
  readonly figures: readonly (Figure & { readonly name: keyof Figures })[];
}

const groups: readonly Omit<FigureGroup, 'figures'>[] = [
  { group: 'expenses', label: 'Expenses' },
  { group: 'revenue', label: 'Revenue' },
  { group: 'result', label: 'Result' },
  { group: 'debts', label: 'Debts' },
];

/** The groups of months' figures in the order of the specification's columns, without figures that none of the months tells (decision 31). */
export function figureGroupsOf(months: readonly Figures[]): readonly FigureGroup[] {
  const told = figures.filter(({ name }) => months.some((month) => month[name] !== null));
  return groups.map((one) => ({ ...one, figures: told.filter(({ group }) => group === one.group) }));
}

/** An amount of a month; a dash where its host does not tell it. */
export const figureText = (month: Figures, name: keyof Figures): string => {
  const amount = month[name];
  return amount === null ? '–' : formatMoney(parsePiastres(amount));
};

/** Every figure of a month, by group, with the sums in bold. */
export function MonthFigures({ month }: { month: Figures }) {
  return (
    <Frame>
      {figureGroupsOf([month]).map(({ group, label, figures: itsFigures }) => (
        <section key={group} aria-label={label}>
          <h3>{label}</h3>
          <dl>
            {itsFigures.map((figure) => (
              <div key={figure.name} data-total={figure.total}>
                <dt>{figure.label}</dt>
                <dd dir="ltr">{figureText(month, figure.name)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Frame>
  );
}
