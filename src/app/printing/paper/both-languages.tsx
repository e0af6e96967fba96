import { Fragment } from 'react';
import { type PaperLanguage, paperMessages } from '../receipt/paper-messages.ts';

interface BothLanguagesProps {
  readonly languages: readonly PaperLanguage[];
  readonly of: (texts: (typeof paperMessages)[PaperLanguage]) => string;
}

/** Renders a text of a paper in each of its languages, beside each other. */
export function BothLanguages({ languages, of }: BothLanguagesProps) {
  return languages.map((language, index) => (
    <Fragment key={language}>
      {index > 0 && ' / '}
      <bdi lang={language}>{of(paperMessages[language])}</bdi>
    </Fragment>
  ));
}
