import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { albumAdministrationEndpoints, SALES_PAGE_SIZE } from '#contract/endpoints/album-administration.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { disputeEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';

// The keys start like those of other pages that show the same sales, so that a refund or swap refreshes them too.

const STAFF = ['staff'] as const;
const MAX_TARGETS = 25;

const keysTouchedBySale = (userId: number) => [STAFF, ['users', 'one', userId]];

export const albumSalesQuery = (albumId: number) =>
  infiniteQueryOptions({
    queryKey: [...STAFF, 'sales', albumId],
    queryFn: ({ pageParam, signal }) =>
      callApi(albumAdministrationEndpoints.albumSales, {
        params: { id: albumId },
        query: { _start: pageParam, _limit: SALES_PAGE_SIZE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { sales }) => sum + sales.length, 0);
      return shown < total && pages.at(-1)?.sales.length ? shown : undefined;
    },
  });

export const buyerOrderQuery = (userId: number, orderId: number) =>
  apiQuery(['users', 'one', userId, 'order', orderId], userAdministrationEndpoints.orderOfUser, {
    params: { id: userId, order: orderId },
  });

export const evidenceQuery = (userId: number, disputeId: number) =>
  apiQuery(['users', 'one', userId, 'evidence', disputeId], disputeEndpoints.getEvidence, {
    params: { id: disputeId },
  });

export const swapTargetsQuery = (q: string, event: number | undefined) =>
  apiQuery([...STAFF, 'swap-targets', { q, event }], catalogueEndpoints.listAdminAlbums, {
    query: { q: q || undefined, event, _limit: MAX_TARGETS },
  });

/** Reloads the albums and the buyer of the sale afterwards, also after a failure, which it shows as a toast. */
export function useSaleAction<Input = void, Answer = unknown>(
  userId: number,
  act: (input: Input) => Promise<Answer>,
  saidBy: (answer: Answer) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => toast(saidBy(answer)),
    onError: toast.failure,
    onSettled: () =>
      Promise.all(keysTouchedBySale(userId).map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
