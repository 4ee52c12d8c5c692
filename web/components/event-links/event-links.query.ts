import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventLinkKind, eventLinkEndpoints, NewEventLink } from '#contract/entities/links.ts';
import { callApi } from '#web/lib/api.ts';

/** One kind of links of one event, and the calls that manage them. */
export type LinksOfEvent = {
  eventId: number;
  kind: EventLinkKind;
  calls: ReturnType<typeof eventLinkEndpoints>;
};

export const eventLinksQuery = ({ eventId, kind, calls }: LinksOfEvent) =>
  queryOptions({
    queryKey: ['staff', 'event-links', kind, eventId],
    queryFn: ({ signal }) => callApi(calls.list, { params: { id: eventId }, signal }),
    staleTime: 0,
  });

export function useMakeEventLink(links: LinksOfEvent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewEventLink) => callApi(links.calls.make, { params: { id: links.eventId }, body }),
    onSettled: () => queryClient.invalidateQueries(eventLinksQuery(links)),
    // The answer contains the secret, so it is forgotten when the panel closes.
    gcTime: 0,
  });
}

export function useEndEventLink(links: LinksOfEvent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(links.calls.end, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(eventLinksQuery(links)),
  });
}
