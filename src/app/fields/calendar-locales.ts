import type { Locale } from 'date-fns';
import { arEG } from 'date-fns/locale/ar-EG';
import { enUS } from 'date-fns/locale/en-US';
import type { Language } from '#contract/messages.ts';

/** Holds the names of months and weekdays of each language. */
export const calendarLocales: Readonly<Record<Language, Locale>> = { en: enUS, ar: arEG };
