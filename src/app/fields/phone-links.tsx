import { Fragment, type ReactNode } from 'react';
import { callLink } from '#app/lib/phone-links.ts';
import { phonesIn } from '#contract/phones.ts';

interface PhoneLinksProps {
  readonly text: string;
  readonly icon?: ReactNode;
}

/** Renders each number of a phone field as a link that calls it; a text without a number as it is. */
export function PhoneLinks({ text, icon }: PhoneLinksProps) {
  const phones = phonesIn(text);
  if (phones.length === 0) return <bdi>{text}</bdi>;
  return phones.map((phone, index) => (
    <Fragment key={phone.written}>
      {index > 0 && ' '}
      <a href={callLink(phone.written)} dir="ltr" data-number>
        {icon}
        {icon && ' '}
        {phones.length === 1 ? text : phone.written}
      </a>
    </Fragment>
  ));
}
