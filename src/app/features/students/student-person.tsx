import { Button, chakra, Flex } from '@chakra-ui/react';
import BookUp from 'lucide-react/icons/book-up';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PhoneLinks } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { PresenceAction } from '#app/resources/presence/presence-action.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { languageOf, TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { resources } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import type { StudentPhone } from '#contract/student-phones.ts';
import { StudentMerges } from './merge/student-merges.tsx';
import studentStyles from './student.module.css';
import { payoutResources, studentPath, studentResource } from './student-kinds.ts';
import { messages } from './texts.en.ts';

const { fields } = resources.student;
const parents = { father: 'father_name', mother: 'mother_name' } as const;

interface Contact {
  readonly parent: keyof typeof parents | undefined;
  readonly phones: readonly [StudentPhone, ...StudentPhone[]];
}

function parentOf(phone: StudentPhone): Contact['parent'] {
  const { whose } = fields[phone];
  return whose === 'student' ? undefined : whose;
}

const contacts = studentPhones.flatMap((phone): Contact[] => {
  const parent = parentOf(phone);
  const [first, ...more] = studentPhones.filter((other) => parent && parentOf(other) === parent);
  if (first === undefined) return [{ parent, phones: [phone] }];
  return first === phone ? [{ parent, phones: [first, ...more] }] : [];
});

const nameOf = (record: RecordRow, { parent }: Contact) => (parent ? textOf(record[parents[parent]]) : '');

function ContactItem({ record, contact }: { readonly record: RecordRow; readonly contact: Contact }) {
  const { parent, phones } = contact;
  const name = nameOf(record, contact);
  return (
    <div>
      <dt>{parent ? messages[parent] : fields[phones[0]].label}</dt>
      <chakra.dd display="flex" flexDirection="column" alignItems="flex-start">
        {name !== '' && (
          <chakra.bdi lang={languageOf(name)} overflowWrap="anywhere">
            {name}
          </chakra.bdi>
        )}
        {phones.map((phone) => (
          <PhoneLinks key={phone} text={textOf(record[phone])} icon={<Phone size={16} aria-hidden />} />
        ))}
      </chakra.dd>
    </div>
  );
}

interface StudentPersonProps {
  readonly record: RecordRow;
  readonly children?: ReactNode;
  readonly more?: ReactNode;
}

export function StudentPerson({ record, children, more }: StudentPersonProps) {
  const returnPath = studentPath(record.id);
  const knownContacts = contacts.filter(
    (contact) => nameOf(record, contact) || contact.phones.some((phone) => textOf(record[phone])),
  );
  const birthdate = textOf(record.birthdate);
  const address = textOf(record.address);
  return (
    <Surface as="section" aria-label={messages.person} padding="5">
      <dl className={studentStyles.person}>
        {knownContacts.map((contact) => (
          <ContactItem key={contact.phones[0]} record={record} contact={contact} />
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
              <TypedText>{address}</TypedText>
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
        <PresenceAction resource={studentResource} record={record} />
        {payoutResources.map((kind) => (
          <Button key={kind.name} asChild variant="outline" colorPalette="neutral">
            <Link to={addPath(kind)} state={{ fallback: returnPath, student: record.id }}>
              <BookUp size={16} aria-hidden /> {kind.singular}
            </Link>
          </Button>
        ))}
        {children}
      </Flex>
      <StudentMerges student={record} />
      {more}
    </Surface>
  );
}
