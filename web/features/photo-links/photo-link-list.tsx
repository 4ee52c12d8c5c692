import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PhotoLink, photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { PHOTO_LINK_STATUSES } from '#contract/entities/links.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { myPhotoLinksQuery, photoLinksOfUserQuery } from './photo-links.query.ts';

type PhotoLinkListProps = {
  links: readonly PhotoLink[];
  end: (linkId: number) => Promise<unknown>;
  /** What to say without a link. */
  empty: string;
};

/** The links of one person, each of which can be ended. */
function PhotoLinkList({ links, end, empty }: PhotoLinkListProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<PhotoLink>();
  const ending = useMutation({
    mutationFn: end,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['photo-links'] });
      setAsked(undefined);
    },
  });
  if (links.length === 0) return <p className="text-15 text-ink-2">{empty}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {links.map((link) => (
          <li key={link.id} className="flex min-h-16 items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-15 font-[650]">{link.label || link.title}</p>
              <p className="text-13 text-ink-2">
                {link.label && `${link.title}, `}
                {i18n.t('{count, plural, one {# photo} other {# photos}}', { count: link.photos })}
                {link.downloads && ' with downloads'}.{' '}
                {link.status === 'works'
                  ? i18n.t('Until {endsAt}', { endsAt: formatDate(link.ends_at) })
                  : PHOTO_LINK_STATUSES[link.status]}
                .{' '}
                {link.last_opened_at
                  ? i18n.t('Last opened {lastOpenedAt}', { lastOpenedAt: formatDate(link.last_opened_at) })
                  : i18n.t('Not opened yet')}
              </p>
            </div>
            {link.status === 'works' && (
              <Button
                kind="ghost"
                size="small"
                className="-mr-3"
                aria-label={i18n.t('End the link to {label}', { label: link.label || link.title })}
                onClick={() => setAsked(link)}
              >
                {i18n.t('End')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-14 font-medium text-bad empty:hidden">
        {ending.error && messageOf(ending.error)}
      </p>
      {asked && (
        <EndLinkDialog
          isBusy={ending.isPending}
          onConfirm={() => ending.mutate(asked.id)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

export function MyPhotoLinks() {
  const links = useQuery(myPhotoLinksQuery);
  return (
    <QueryState query={links} loading={<Skeleton label={i18n.t('Loading your links')} className="h-16" />}>
      {(loaded) => (
        <PhotoLinkList
          links={loaded}
          end={(id) => callApi(photoLinkEndpoints.endPhotoLink, { params: { id } })}
          empty={i18n.t('No links yet. Open an album you own, select photos and share them.')}
        />
      )}
    </QueryState>
  );
}

/** For staff. */
export function PhotoLinksOfUser({ userId }: { userId: number }) {
  const links = useQuery(photoLinksOfUserQuery(userId));
  return (
    <QueryState query={links} loading={<Skeleton label={i18n.t('Loading links')} className="h-16" />}>
      {(loaded) => (
        <PhotoLinkList
          links={loaded}
          end={(link) => callApi(photoLinkEndpoints.endPhotoLinkOfUser, { params: { id: userId, link } })}
          empty={i18n.t('No links to shared photos.')}
        />
      )}
    </QueryState>
  );
}

type EndLinkDialogProps = { isBusy: boolean; onConfirm: () => void; onCancel: () => void };

export function EndLinkDialog(props: EndLinkDialogProps) {
  return (
    <ConfirmDialog
      title={i18n.t('End this link?')}
      sentence={i18n.t('Whoever has it can no longer see the photos. This cannot be undone.')}
      confirmLabel={i18n.t('End link')}
      {...props}
    />
  );
}
