import { useQuery } from '@tanstack/react-query';
import { useOutcome } from '#app/calls/use-call.ts';
import { closeQuery } from '#app/reads/on-demand/drawer-queries.ts';
import type { CloseAnswer } from '#contract/closes.ts';
import { finishCall, recountCall } from './close-calls.ts';

/**
 * Follows a close that waits for its reason: it may be finished on another device, or by a press whose answer was lost.
 * @param onChange takes the close as a lost press has left it
 */
export function useNewestClose(
  close: CloseAnswer | undefined,
  onChange: (close: CloseAnswer) => void,
): CloseAnswer | undefined {
  const id = close === undefined ? '' : close.id;
  const follow = ({ answer }: { readonly answer: CloseAnswer | undefined }) => answer && onChange(answer);
  useOutcome(finishCall, id, follow);
  useOutcome(recountCall, id, follow);
  const { data } = useQuery({ ...closeQuery(id), enabled: close?.finished_at === null, staleTime: 0 });
  return close && data?.id === close.id && data.finished_at !== null ? data : close;
}
