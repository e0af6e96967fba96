import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { branchQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { type Day, isDay, monthLater } from '#contract/days.ts';
import { type Language, languageNow, languages } from '#contract/messages.ts';
import type { Month } from '#contract/month.ts';
import { ageInDays } from '#contract/rules/ages.ts';
import { messages } from './texts.en.ts';

interface MonthState {
  readonly status: 'loading' | 'none' | 'running' | 'ended';
  readonly isBeingRead: boolean;
  /** The running month, or the newest ended one. */
  readonly month: Month | undefined;
  readonly barred: string | undefined;
}

export function useMonthState(): MonthState {
  const branch = useQuery(branchQuery());
  const months = useQuery(monthsQuery(1));
  const offline = useConnection() === 'offline';
  const month = months.data?.results.find(({ status }) => status === 'running') ?? months.data?.results[0];
  const status = branch.data ? (branch.data.current_month ?? 'none') : (month?.status ?? 'loading');
  return {
    status,
    isBeingRead: branch.isFetching && !branch.isFetchedAfterMount,
    month,
    barred: offline ? messages.needsConnection : undefined,
  };
}

/** 1 on the first day; undefined if the start is unknown. */
export function dayOfMonth(startDate: string | null, today: Day): number | undefined {
  const began = startDate?.slice(0, 10) ?? '';
  return isDay(began) ? ageInDays(began, today) + 1 : undefined;
}

const LOCALES = { en: 'en', ar: 'ar-EG-u-nu-latn' } as const satisfies Record<Language, string>;

const nameOf = (language: Language, day: Day) =>
  new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(day),
  );

/** The next calendar month's name if this one's is taken in any language; '' if both are (decision 43). */
export function suggestedName(months: readonly Pick<Month, 'name'>[], today: Day): string {
  const taken = new Set(months.map(({ name }) => name.trim().toLowerCase()));
  const free = [0, 1]
    .map((later) => monthLater(`${today.slice(0, 7)}-01`, later))
    .find((day) => languages.every((language) => !taken.has(nameOf(language, day).toLowerCase())));
  return free ? nameOf(languageNow(), free) : '';
}
