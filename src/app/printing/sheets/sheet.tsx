import { Fragment, type ReactNode } from 'react';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { displayDay, localDay } from '#contract/days.ts';
import { PaperHeader } from '../paper/paper-header.tsx';
import type { PaperLanguage } from '../receipt/paper-messages.ts';
import { languagesOf } from '../receipt/shown-receipt.ts';
import { sheetMessages } from './sheet-messages.ts';

export type SheetLabel = (of: (texts: (typeof sheetMessages)[PaperLanguage]) => string) => ReactNode;

interface SheetProps {
  readonly title: (texts: (typeof sheetMessages)[PaperLanguage]) => string;
  readonly size: 'a4' | 'a5';
  readonly children: (label: SheetLabel, languages: readonly PaperLanguage[]) => ReactNode;
}

/** Renders a paper with the head of the branch, a title and the day that it is printed on. */
export function Sheet({ title, size, children }: SheetProps) {
  const branch = useBranchSettings();
  const languages = languagesOf(branch.receipt_language);
  const [first = 'en'] = languages;
  const label: SheetLabel = (of) =>
    languages.map((language, index) => (
      <Fragment key={language}>
        {index > 0 && ' / '}
        <bdi lang={language}>{of(sheetMessages[language])}</bdi>
      </Fragment>
    ));
  return (
    <article className="paper" data-paper={size} lang={first} dir={first === 'ar' ? 'rtl' : 'ltr'}>
      <PaperHeader branch={branch} languages={languages} />
      <div className="title">
        <span>{label(title)}</span>
        <small>
          {label((texts) => texts.printedOn)} <bdi dir="ltr">{displayDay(localDay(new Date()))}</bdi>
        </small>
      </div>
      {children(label, languages)}
    </article>
  );
}
