import type { PaperLanguage } from '../receipt/paper-messages.ts';
import { BothLanguages } from './both-languages.tsx';

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
          <bdi>{name}</bdi>
        </h1>
        {address !== null && (
          <p>
            <bdi>{address}</bdi>
          </p>
        )}
        {phone !== null && (
          <p>
            <BothLanguages languages={languages} of={(texts) => texts.phone} /> <bdi dir="ltr">{phone}</bdi>
          </p>
        )}
      </div>
    </header>
  );
}
