import { Link } from 'react-router-dom';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { useMonthHistory } from '#app/reads/months.ts';
import { filteredPath } from '#app/resources/list/list-state.ts';
import { AllDebts, amountText, figureGroupsOf } from '#app/resources/month/month-figures.tsx';
import { changeText, StatementTable } from '#app/resources/month/statement-table.tsx';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import type { Figure, Figures, Month } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const allResources = resourceNames.map(resourceOf);

interface Rows {
  readonly resource: Resource;
  readonly path: string;
}

/** The lists whose rows of the month come to the figure; none for a sum of other figures. */
function rowsOf(name: Figure['name'], month: string, knows: (resource: Resource) => boolean): Rows[] {
  return allResources.filter(knows).flatMap((resource): Rows[] => {
    const path = filteredPath(resource, 'month', month);
    if (resource.cash?.figure === name) return [{ resource, path }];
    return resource.cash?.debts === name ? [{ resource, path: `${path}&owing=true` }] : [];
  });
}

function FigureName({ label, rows }: { readonly label: string; readonly rows: readonly Rows[] }) {
  const [first, ...more] = rows;
  if (!first) return <span>{label}</span>;
  return (
    <>
      <Link to={first.path}>{label}</Link>
      {more.map(({ resource, path }) => (
        <Link key={resource.name} to={path}>
          {resource.plural}
        </Link>
      ))}
    </>
  );
}

/** The month of the year before that began in the same calendar month. */
function yearBefore(month: Month, months: readonly Month[]): Month | undefined {
  const [year = '', calendarMonth = ''] = (month.start_date ?? '').split('-');
  const began = `${Number(year) - 1}-${calendarMonth}-`;
  return months.find(({ start_date }) => start_date?.startsWith(began));
}

/** All figures of a month beside the month before and a year before; each opens the rows that it comes from. */
export function MonthStatement({ month }: { readonly month: Month }) {
  const { knows } = useDeclaredFields();
  const { months } = useMonthHistory();
  const place = months.findIndex(({ id }) => id === month.id);
  const before = place < 0 ? undefined : months[place + 1];
  const lastYear = yearBefore(month, months);
  const others: readonly (Figures & { readonly id: string; readonly name: string })[] = [
    ...(before ? [before] : []),
    ...(lastYear && lastYear.id !== before?.id ? [lastYear] : []),
  ];
  const columns = 2 + (before ? 1 : 0) + others.length;
  return (
    <>
      <StatementTable aria-label={messages.allFigures}>
        <caption>{monthMessages.amountsIn}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.figure}</th>
            <th scope="col">
              {month.status === 'running' ? messages.soFar : <TypedText>{month.name}</TypedText>}
            </th>
            {others.map(({ id, name }) => (
              <th key={id} scope="col" data-wide={id === lastYear?.id || undefined}>
                <TypedText>{name}</TypedText>
              </th>
            ))}
            {before && <th scope="col">{monthMessages.change}</th>}
          </tr>
        </thead>
        {figureGroupsOf([month]).map(({ group, label, figures }) => (
          <tbody key={group}>
            <tr data-group>
              <th scope="rowgroup" colSpan={columns}>
                {label}
                {group === 'debts' && ` · ${monthMessages.debtsOfMonth}`}
              </th>
            </tr>
            {figures.map(({ name, label: figure, total }) => (
              <tr key={name} data-total={total}>
                <th scope="row">
                  <FigureName label={figure} rows={rowsOf(name, month.id, knows)} />
                </th>
                <td>
                  <bdi dir="ltr">{amountText(month[name])}</bdi>
                </td>
                {others.map((other) => (
                  <td key={other.id} data-before data-wide={other.id === lastYear?.id || undefined}>
                    <bdi dir="ltr">{amountText(other[name])}</bdi>
                  </td>
                ))}
                {before && (
                  <td data-before>
                    <bdi dir="ltr">{changeText(readPiastres(month[name]), readPiastres(before[name]))}</bdi>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </StatementTable>
      <AllDebts />
    </>
  );
}
