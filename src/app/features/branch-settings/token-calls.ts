import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import type { GivenProof } from '#app/ui/second-factor/prove-person.tsx';
import { deleted } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import {
  madeSpreadsheetToken,
  type NewSpreadsheetToken,
  SPREADSHEET_TOKENS_PATH,
  type SpreadsheetToken,
  spreadsheetToken,
} from '#contract/spreadsheet-tokens.ts';

const TOKENS = ['account', 'spreadsheet-tokens'] as const;

/** Never stored on the device. */
export const tokensQuery = queryOptions({
  queryKey: TOKENS,
  queryFn: ({ signal }) =>
    request({ method: 'GET', path: SPREADSHEET_TOKENS_PATH, answer: pageOf(spreadsheetToken), signal }),
});

/** The secret is in the answer alone. If that is lost, the list has a token that nobody uses, to be revoked. */
export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    // The secret must not stay in memory.
    gcTime: 0,
    mutationFn: (body: NewSpreadsheetToken & GivenProof) =>
      request({ method: 'POST', path: SPREADSHEET_TOKENS_PATH, body, answer: madeSpreadsheetToken }),
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
}

/** Done twice it does the same: a lost answer shows in the list. */
export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SpreadsheetToken) =>
      request({
        method: 'DELETE',
        path: `${SPREADSHEET_TOKENS_PATH}${encodeURIComponent(id)}/`,
        answer: deleted,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
}
