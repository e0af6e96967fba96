import { Button, chakra, Flex } from '@chakra-ui/react';
import BookUp from 'lucide-react/icons/book-up';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router-dom';
import { PhoneLinks } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Surface } from '#app/ui/surface.tsx';
import { displayDay } from '#contract/days.ts';
import { StudentMerges } from './merge/student-merges.tsx';
import studentStyles from './student.module.css';
import { payoutResources, studentPath, studentResource } from './student-kinds.ts';
import { messages } from './texts.en.ts';

/** The label is a key of messages. */
const contacts = [
  { label: 'phone', name: undefined, phone: 'phone' },
  { label: 'father', name: 'father_name', phone: 'father_phone' },
  { label: 'mother', name: 'mother_name', phone: 'mother_phone' },
] as const;

function Contact({ record, name, phone }: { record: RecordRow } & Omit<(typeof contacts)[number], 'label'>) {
  const contactName = name ? textOf(record[name]) : '';
  return (
    <chakra.dd display="flex" flexDirection="column" alignItems="flex-start">
      {contactName !== '' && <chakra.bdi overflowWrap="anywhere">{contactName}</chakra.bdi>}
      <PhoneLinks text={textOf(record[phone])} icon={<Phone size={16} aria-hidden />} />
    </chakra.dd>
  );
}

export function StudentPerson({ record }: { record: RecordRow }) {
  const returnPath = studentPath(record.id);
  const knownContacts = contacts.filter(
    ({ name, phone }) => textOf(record[phone]) || (name && textOf(record[name])),
  );
  const birthdate = textOf(record.birthdate);
  const address = textOf(record.address);
  return (
    <Surface as="section" aria-label={messages.person} padding="5">
      <dl className={studentStyles.person}>
        {knownContacts.map(({ label, ...contact }) => (
          <div key={label}>
            <dt>{messages[label]}</dt>
            <Contact record={record} {...contact} />
          </div>
        ))}
        {knownContacts.length === 0 && (
          <div>
            <dt>{messages.phone}</dt>
            <dd>{messages.noPhone}</dd>
          </div>
        )}
        {birthdate !== '' && (
          <div>
            <dt>{messages.birthdate}</dt>
            <dd dir="ltr">{displayDay(birthdate)}</dd>
          </div>
        )}
        {address !== '' && (
          <div>
            <dt>{messages.address}</dt>
            <dd>
              <bdi>{address}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <Flex gap="2" wrap="wrap" marginBlockStart="4">
        <Button asChild variant="outline" colorPalette="neutral">
          <Link to={editPath(studentResource, record.id)} state={{ fallback: returnPath }}>
            <Pencil size={16} aria-hidden /> {appMessages.edit}
          </Link>
        </Button>
        {payoutResources.map((kind) => (
          <Button key={kind.name} asChild variant="outline" colorPalette="neutral">
            <Link to={addPath(kind)} state={{ fallback: returnPath, student: record.id }}>
              <BookUp size={16} aria-hidden /> {kind.singular}
            </Link>
          </Button>
        ))}
      </Flex>
      <StudentMerges student={record} />
    </Surface>
  );
}
