import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type WallSettings, wallEndpoints } from '#contract/endpoints/wall.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';

export const wallSettingsQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'wall', eventId],
    queryFn: ({ signal }) => callApi(wallEndpoints.getWallSettings, { params: { id: eventId }, signal }),
  });

function useWallChange<Input>(eventId: number, send: (input: Input) => Promise<WallSettings>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (settings) => queryClient.setQueryData(wallSettingsQuery(eventId).queryKey, settings),
    onError: (error) => toast.error(messageOf(error)),
  });
}

export function useSwitchWall(eventId: number) {
  return useWallChange(eventId, (is_on: boolean) =>
    callApi(wallEndpoints.switchWall, { params: { id: eventId }, body: { is_on } }),
  );
}

export function useWallConsent(eventId: number) {
  return useWallChange(eventId, (body: { albums: number[]; agreed_by: string | null }) =>
    callApi(wallEndpoints.setWallConsent, { params: { id: eventId }, body }),
  );
}
