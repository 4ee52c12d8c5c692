import { infiniteQueryOptions } from '@tanstack/react-query';
import { albumAdministrationEndpoints, SALES_PAGE_SIZE } from '#contract/endpoints/album-administration.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { disputeEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';

const MAX_TARGETS = 25;

export const albumSalesQuery = (albumId: number) =>
  infiniteQueryOptions({
    queryKey: ['staff', 'sales', albumId],
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
  apiQuery(['staff', 'order', userId, orderId], userAdministrationEndpoints.orderOfUser, {
    params: { id: userId, order: orderId },
  });

export const evidenceQuery = (disputeId: number) =>
  apiQuery(['staff', 'evidence', disputeId], disputeEndpoints.getEvidence, {
    params: { id: disputeId },
  });

export const swapTargetsQuery = (q: string, event: number | undefined) =>
  apiQuery(['staff', 'swap-targets', { q, event }], catalogueEndpoints.listAdminAlbums, {
    query: { q: q || undefined, event, _limit: MAX_TARGETS },
  });
