import { Button, chakra, Flex } from '@chakra-ui/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { request } from '#app/api/client.ts';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { addPath } from '#app/lib/paths.ts';
import { userQuery } from '#app/reads/branch-queries.ts';
import { Surface } from '#app/ui/surface.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { GETTING_STARTED_PATH, gettingStarted } from '#contract/setup.ts';
import { messages } from './texts.en.ts';

const USERS_PATH = '/users';

const gettingStartedQuery = () =>
  queryOptions({
    queryKey: ['account', 'getting-started'],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: GETTING_STARTED_PATH, answer: gettingStarted, signal }),
    retry: false,
  });

function storageKey(): string {
  const owner = currentOwner();
  return `branch-desk.getting-started.${owner ? ownerKey(owner) : ''}`;
}

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

interface HintProps {
  readonly title: string;
  readonly about: string;
  readonly done: boolean;
  readonly to?: string;
  readonly onDone?: () => void;
}

function Hint({ title, about, done, to, onDone }: HintProps) {
  return (
    <chakra.li display="flex" gap="3" alignItems="center" paddingBlock="2" minHeight="target">
      <chakra.span flexShrink="0" color={done ? 'settled.fg' : 'fg.muted'}>
        {done ? (
          <CircleCheck size={22} role="img" aria-label={messages.hintDone} />
        ) : (
          <Circle size={22} aria-hidden />
        )}
      </chakra.span>
      <chakra.div flex="1" minWidth="0">
        <chakra.strong fontWeight="semibold" textDecoration={done ? 'line-through' : undefined}>
          {title}
        </chakra.strong>
        {!done && (
          <chakra.p fontSize="sm" color="fg.muted">
            {about}
          </chakra.p>
        )}
      </chakra.div>
      {!done && to && (
        <Button asChild variant="outline" size="sm" minHeight="target">
          <Link to={to} aria-label={`${messages.hintOpen}: ${title}`}>
            {messages.hintOpen}
          </Link>
        </Button>
      )}
      {!done && onDone && (
        <Button variant="outline" size="sm" minHeight="target" onClick={onDone}>
          {messages.hintMarkDone}
        </Button>
      )}
    </chakra.li>
  );
}

/** First steps for the manager of a new branch (decision 60). */
export function GettingStarted() {
  const { data: user } = useQuery(userQuery());
  const [stored, setStored] = useState(() => readLocal(storageKey()));
  const isManager = user?.account_type === 'manager';
  const { data } = useQuery({ ...gettingStartedQuery(), enabled: isManager && stored !== 'hidden' });
  if (!isManager || !data || stored === 'hidden') return null;

  const installed = stored === 'installed' || isInstalled();
  // A branch that had both before it saw these hints is not new.
  const isNew = !data.students || !data.users || stored === 'seen';
  if (!isNew || (data.students && data.users && installed)) return null;
  if (stored === undefined) writeLocal(storageKey(), 'seen');

  const mark = (next: 'hidden' | 'installed') => {
    writeLocal(storageKey(), next);
    setStored(next);
  };
  return (
    <Surface
      as="section"
      aria-labelledby="getting-started"
      paddingInline="5"
      paddingBlock="4"
      marginBlockEnd="4"
    >
      <Flex justify="space-between" align="center" gap="3">
        <chakra.h2 id="getting-started" fontWeight="semibold">
          {messages.startTitle}
        </chakra.h2>
        <Button
          variant="ghost"
          size="sm"
          minHeight="target"
          colorPalette="neutral"
          onClick={() => mark('hidden')}
        >
          {messages.startHide}
        </Button>
      </Flex>
      <chakra.ul listStyle="none">
        <Hint
          title={messages.hintStudents}
          about={messages.hintStudentsAbout}
          done={data.students}
          to={addPath(resourceOf('student'))}
        />
        <Hint title={messages.hintUsers} about={messages.hintUsersAbout} done={data.users} to={USERS_PATH} />
        <Hint
          title={messages.hintInstall}
          about={messages.hintInstallAbout}
          done={installed}
          onDone={() => mark('installed')}
        />
      </chakra.ul>
    </Surface>
  );
}
