import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { cockpitEndpoints, type newCockpitLink } from '#contract/endpoints/cockpit.ts';
import { callApi } from '#web/lib/api.ts';

export const cockpitLinksQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'cockpit-links', eventId],
    queryFn: ({ signal }) => callApi(cockpitEndpoints.listCockpitLinks, { params: { id: eventId }, signal }),
    staleTime: 0,
  });

export function useMakeCockpitLink(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof newCockpitLink>) =>
      callApi(cockpitEndpoints.makeCockpitLink, { params: { id: eventId }, body }),
    onSettled: () => queryClient.invalidateQueries(cockpitLinksQuery(eventId)),
    // What was answered holds the secret: it is gone with the sheet.
    gcTime: 0,
  });
}

export function useEndCockpitLink(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(cockpitEndpoints.endCockpitLink, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(cockpitLinksQuery(eventId)),
  });
}
