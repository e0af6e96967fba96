import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { RENEWALS_SCREEN } from '#app/lib/paths.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { dueRenewalsQuery } from '#app/reads/renewals.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { Panel } from './short-lists.tsx';
import { messages } from './texts.en.ts';

const MINUTE = 60_000;

export function useEndingSoon({ enabled }: { readonly enabled: boolean }) {
  const declared = useDeclared('renewals');
  return useQuery({ ...dueRenewalsQuery(), enabled: declared && enabled, staleTime: MINUTE });
}

/** Renders nothing while nothing is to be renewed (decision 133). */
export function EndingSoon() {
  const { data } = useEndingSoon({ enabled: true });
  if (!data || data.kinds.length === 0) return null;
  return (
    <Panel title={messages.endingTitle} empty="">
      {data.kinds.map(({ resource, ending, ended }) => (
        <li key={resource}>
          <Link data-record to={`${RENEWALS_SCREEN}?kind=${resource}`}>
            <strong>{resourceOf(resource).plural}</strong>
            <small>{messages.endingCounts({ ending, ended })}</small>
          </Link>
        </li>
      ))}
    </Panel>
  );
}
