import { Fragment } from 'react';
import { TypedText } from '#app/ui/typed-text.tsx';
import { numberInDigits } from '#contract/digits.ts';
import { type PaperLanguage, paperMessages } from '../receipt/paper-messages.ts';
import { inPaperDigits } from '../receipt/shown-receipt.ts';

interface InLanguagesProps {
  readonly languages: readonly PaperLanguage[];
  readonly text: (language: PaperLanguage) => string;
}

/** Renders a text of a paper in each of its languages, beside each other. */
export function InLanguages({ languages, text }: InLanguagesProps) {
  return languages.map((language, index) => (
    <Fragment key={language}>
      {index > 0 && ' / '}
      <bdi lang={language}>{inPaperDigits(language, () => text(language))}</bdi>
    </Fragment>
  ));
}

/** What a paper says of the branch. */
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

/** Renders the head of every paper: logo, name, address and phone of the branch. */
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
