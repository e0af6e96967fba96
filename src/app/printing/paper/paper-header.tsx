import { Fragment } from 'react';
import { TypedText } from '#app/ui/typed-text.tsx';
import { numberInDigits } from '#contract/digits.ts';
import { type PaperLanguage, paperMessages } from '../receipt/paper-messages.ts';
import { inPaperDigits } from '../receipt/shown-receipt.ts';

interface InLanguagesProps {
  readonly languages: readonly PaperLanguage[];
  readonly text: (language: PaperLanguage) => string;
}

export function InLanguages({ languages, text }: InLanguagesProps) {
  return languages.map((language, index) => (
    <Fragment key={language}>
      {index > 0 && ' / '}
      <bdi lang={language}>{inPaperDigits(language, () => text(language))}</bdi>
    </Fragment>
  ));
}

export interface PrintedBranch {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  /** A data URL. */
  readonly logo: string | null;
}

interface PaperHeaderProps {
  readonly branch: PrintedBranch;
  readonly languages: readonly PaperLanguage[];
}

export function PaperHeader({ branch: { name, address, phone, logo }, languages }: PaperHeaderProps) {
  return (
    <header>
      {logo !== null && <img src={logo} alt="" />}
      <div>
        <h1>
          <TypedText>{name}</TypedText>
        </h1>
        {address !== null && (
          <p>
            <TypedText>{address}</TypedText>
          </p>
        )}
        {phone !== null && (
          <p>
            <InLanguages languages={languages} text={(language) => paperMessages[language].phone} />{' '}
            <bdi dir="ltr">{numberInDigits(phone)}</bdi>
          </p>
        )}
      </div>
    </header>
  );
}

interface PaperCodeProps {
  readonly code: string;
  readonly languages: readonly PaperLanguage[];
}

/** The search finds the record by it, which the number of a receipt book may not. */
export function PaperCode({ code, languages }: PaperCodeProps) {
  return (
    <p className="code">
      <InLanguages languages={languages} text={(language) => paperMessages[language].code} />{' '}
      <bdi dir="ltr">{code}</bdi>
    </p>
  );
}
