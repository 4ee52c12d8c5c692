import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { Button } from '#web/components/button.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';

export function OpenInvitation({ invite }: { invite: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: () => callApi(inviteEndpoints.openAlbumInvite, { body: { invite } }),
    onSuccess: async ({ album, event }) => {
      await client.invalidateQueries({ queryKey: ['user-found-albums'] });
      await navigate({ to: paths.eventAlbum(event.id, album.id) });
    },
  });
  return (
    <div className="grid gap-3">
      <ErrorNotice error={open.error} />
      <Button
        isBusy={open.isPending}
        onClick={() => open.mutate()}
        className="h-[52px]! justify-self-start px-7!"
      >
        {i18n.t('Open album')}
      </Button>
    </div>
  );
}
