import { chakra } from '@chakra-ui/react';
import { monthFiguresRecipe } from '#app/theme/recipes/months.ts';
import { formatMoney, piastres } from '#contract/money.ts';
import { type Figure, type Figures, figures } from '#contract/month.ts';

const Frame = chakra('div', monthFiguresRecipe);

/** The groups of a month's figures, in the order of the specification's columns. */
export const figureGroups: readonly { readonly group: Figure['group']; readonly label: string }[] = [
  { group: 'expenses', label: 'Expenses' },
  { group: 'revenue', label: 'Revenue' },
  { group: 'result', label: 'Result' },
  { group: 'debts', label: 'Debts' },
];

/** The figures of one group. */
export const figuresOf = (group: Figure['group']): readonly (Figure & { name: keyof Figures })[] =>
  figures.filter((figure) => figure.group === group);

/** Every figure of a month, by group, with the sums in bold. */
export function MonthFigures({ month }: { month: Figures }) {
  return (
    <Frame>
      {figureGroups.map(({ group, label }) => (
        <section key={group} aria-label={label}>
          <h3>{label}</h3>
          <dl>
            {figuresOf(group).map((figure) => (
              <div key={figure.name} data-total={figure.total}>
                <dt>{figure.label}</dt>
                <dd dir="ltr">{formatMoney(piastres(month[figure.name]))}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Frame>
  );
}
