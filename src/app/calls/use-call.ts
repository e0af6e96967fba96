import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { onOutcome } from './ask-outcomes.ts';
import type { OnlineCall } from './online-call.ts';
import { type CallResult, giveBack, type Press, sendCall, unansweredCall } from './send-call.ts';

/**
 * An unanswered call stays with the screen, so that the next press gets its result. When the screen is left, the
 * outcome is asked for and told in the background.
 */
export function useCall<S extends z.ZodType>(call: OnlineCall<S>): (press: Press) => Promise<CallResult<S>> {
  const client = useQueryClient();
  const subjects = useRef(new Set<string>());
  useEffect(() => {
    const pressed = subjects.current;
    return () => {
      for (const subject of pressed) {
        const stored = unansweredCall(call, subject);
        if (stored) giveBack(stored.key);
      }
    };
  }, [call]);
  return (press) => {
    subjects.current.add(press.subject ?? '');
    return sendCall(client, call, press);
  };
}

/** For a call that was found done after its answer was lost; it then shows no toast. */
export function useOutcome<S extends z.ZodType>(
  call: OnlineCall<S>,
  subject: string,
  onDone: (result: CallResult<S>) => void,
): void {
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => onOutcome(call, subject, (result) => latest.current(result)), [call, subject]);
}
