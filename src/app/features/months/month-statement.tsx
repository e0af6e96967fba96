import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { percentOf } from '#app/lib/percent-of.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { useMonthHistory } from '#app/reads/months.ts';
import { filteredPath } from '#app/resources/list/list-state.ts';
import { AllDebts, amountText, figureGroupsOf } from '#app/resources/month/month-figures.tsx';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import type { Figure, Figures, Month } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const Statement = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    '& caption': { captionSide: 'top', color: 'fg.muted', textAlign: 'start', marginBlockEnd: '1' },
    '& :is(th, td)': { paddingBlock: '1', paddingInline: '2 0' },
    '& th': { fontWeight: 'normal', textAlign: 'start' },
    '& tr > :first-child': { paddingInlineStart: '0' },
    '& thead th': { color: 'fg.muted', verticalAlign: 'bottom', lineHeight: 'tight' },
    '& tr > :not(:first-child)': { textAlign: 'end' },
    '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& tbody tr:not([data-group])': { borderTopWidth: '1px' },
    '& [data-group] th': { paddingBlockStart: '4', color: 'fg.muted', fontWeight: 'medium' },
    '& [data-total] :is(th, td:nth-of-type(1))': { fontWeight: 'bold' },
    '& [data-before]': { color: 'fg.muted' },
    '& [data-wide]': { hideBelow: 'sm' },
    '& th > a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: 'target',
      minWidth: 'target',
      color: 'accent.fg',
      _hover: { textDecoration: 'underline' },
    },
    '& th > span': { display: 'inline-flex', alignItems: 'center', minHeight: 'target' },
    '& th > a + a': { marginInlineStart: '3' },
  },
});

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

function changeText(now: bigint | undefined, before: bigint | undefined): string {
  if (now === undefined || before === undefined) return '–';
  if (now === before) return '=';
  const percent = percentOf(now - before, before);
  if (percent === undefined) return '–';
  return now > before ? messages.percentMore({ percent }) : messages.percentLess({ percent });
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
      <Statement aria-label={messages.allFigures}>
        <caption>{messages.amountsIn}</caption>
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
            {before && <th scope="col">{messages.change}</th>}
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
      </Statement>
      <AllDebts />
    </>
  );
}
