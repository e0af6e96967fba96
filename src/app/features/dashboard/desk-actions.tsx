import { chakra, Menu } from '@chakra-ui/react';
import BookUp from 'lucide-react/icons/book-up';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Receipt from 'lucide-react/icons/receipt';
import UserPlus from 'lucide-react/icons/user-plus';
import { Link, useNavigate } from 'react-router-dom';
import { addPath, TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { enrolmentResources } from '#app/reads/student-records.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { Directed } from '#app/ui/directed.tsx';
import { permissionFor } from '#contract/record-permissions.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const Actions = chakra('nav', {
  base: {
    display: 'grid',
    gap: '3',
    marginBlockEnd: '4',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, minmax(0, 1fr))' },
    '& > a, & > button': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '2',
      minHeight: '6rem',
      padding: '3',
      borderWidth: '1px',
      borderRadius: 'md',
      background: 'bg.surface',
      color: 'fg.default',
      fontWeight: 'semibold',
      lineHeight: 'tight',
      textAlign: 'center',
      cursor: 'pointer',
    },
    '& > a svg, & > button svg': { color: 'accent.fg' },
    '@media (hover: hover)': { '& > a:hover, & > button:hover': { background: 'bg.subtle' } },
    '& > a[data-main]': {
      background: 'accent.solid',
      borderColor: 'accent.solid',
      color: 'accent.onSolid',
      // On a phone it is the bar at the bottom.
      hideBelow: 'md',
    },
    '& > a[data-main] svg': { color: 'inherit' },
  },
});

function Enrol() {
  const navigate = useNavigate();
  const { knows } = useDeclaredFields();
  const may = usePermissions();
  const kinds = enrolmentResources.filter((one) => knows(one) && may(permissionFor(one, 'create')));
  if (kinds.length === 0) return null;
  return (
    <Directed>
      <Menu.Root lazyMount onSelect={({ value }) => void navigate(value)}>
        <Menu.Trigger asChild>
          <button type="button">
            <GraduationCap size={28} aria-hidden /> {messages.enrol}
          </button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content>
            {kinds.map((resource) => (
              <Menu.Item key={resource.name} value={addPath(resource)}>
                {listTitle(resource)}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
    </Directed>
  );
}

function Add({ name, text, Icon }: { name: ResourceName; text: string; Icon: typeof BookUp }) {
  const resource = resourceOf(name);
  if (!usePermissions()(permissionFor(resource, 'create'))) return null;
  return (
    <Link to={addPath(resource)}>
      <Icon size={28} aria-hidden /> {text}
    </Link>
  );
}

export function DeskActions() {
  return (
    <Actions aria-label={messages.deskActions}>
      <Link data-main to={TAKE_PAYMENT_PATH}>
        <HandCoins size={28} aria-hidden /> {appMessages.takePayment}
      </Link>
      <Enrol />
      <Add name="student" text={messages.newStudent} Icon={UserPlus} />
      <Add name="book-payout" text={messages.sellBook} Icon={BookUp} />
      <Add name="expense" text={messages.newExpense} Icon={Receipt} />
    </Actions>
  );
}
