import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PhotoLink, photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { myPhotoLinksQuery, photoLinksOfUserQuery } from './photo-links.query.ts';

type PhotoLinkListProps = {
  links: readonly PhotoLink[];
  end: (linkId: number) => Promise<unknown>;
  /** Shown if there are no links. */
  empty: string;
};

/** The links of one person, each of which can be stopped. */
function PhotoLinkList({ links, end, empty }: PhotoLinkListProps) {
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: ['photo-links'] }),
  });
  const { ask, question } = useConfirmed(ending, askToStop);
  if (links.length === 0) return <p className="text-15 text-ink-2">{empty}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {links.map((link) => (
          <li key={link.id} className="flex min-h-16 items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-15 font-[650]">{link.label || link.title}</p>
              {link.label && <p className="truncate text-13 text-ink-2">{link.title}</p>}
              <ul className="flex flex-wrap gap-x-3 text-13 text-ink-2">
                <li>{describePhotos(link)}</li>
                {link.covers_others && <li>{i18n.t('Other kids covered')}</li>}
                <li>{describeEnd(link)}</li>
                <li className="first-letter:uppercase">{describeOpenings(link)}</li>
                {link.last_opened_at && (
                  <li>{i18n.t('Last opened {date}', { date: formatDay(link.last_opened_at) })}</li>
                )}
              </ul>
            </div>
            {link.status === 'works' && (
              <Button
                kind="ghost"
                size="small"
                className="-mr-3"
                aria-label={i18n.t('Stop the link to {label}', { label: link.label || link.title })}
                onClick={() => ask(link.id)}
              >
                {i18n.t('Stop')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-14 font-medium text-bad empty:hidden">
        {ending.error && messageOf(ending.error)}
      </p>
      {question}
    </div>
  );
}

const describePhotos = ({ photos, downloads }: PhotoLink) =>
  downloads
    ? i18n.t('{count, plural, one {# photo with download} other {# photos with download}}', { count: photos })
    : i18n.t('{count, plural, one {# photo} other {# photos}}', { count: photos });

export const describeOpenings = ({ times_opened: count }: PhotoLink) =>
  i18n.t('{count, plural, =0 {not opened yet} one {opened once} =2 {opened twice} other {opened # times}}', {
    count,
  });

function describeEnd({ status, ends_at }: PhotoLink): string {
  if (status === 'works') return i18n.t('Works until {date}', { date: formatDay(ends_at) });
  return status === 'ended' ? i18n.t('Stopped') : i18n.t('Expired');
}

/** All links of the customer, or the working ones to an album. */
export function MyPhotoLinks({ albumId }: { albumId?: number }) {
  const links = useQuery(myPhotoLinksQuery);
  return (
    <QueryState query={links} loading={<Skeleton label={i18n.t('Loading your links')} className="h-16" />}>
      {(loaded) => (
        <PhotoLinkList
          links={
            albumId === undefined
              ? loaded
              : loaded.filter(({ album, status }) => album === albumId && status === 'works')
          }
          end={(id) => callApi(photoLinkEndpoints.endPhotoLink, { params: { id } })}
          empty={i18n.t('No links yet. Open photos you own, tap Share, then Send to family.')}
        />
      )}
    </QueryState>
  );
}

/** For staff. */
export function PhotoLinksOfUser({ userId }: { userId: number }) {
  const links = useQuery(photoLinksOfUserQuery(userId));
  return (
    <QueryState query={links} loading={<Skeleton label="Loading links" className="h-16" />}>
      {(loaded) => (
        <PhotoLinkList
          links={loaded}
          end={(link) => callApi(photoLinkEndpoints.endPhotoLinkOfUser, { params: { id: userId, link } })}
          empty="No links to shared photos."
        />
      )}
    </QueryState>
  );
}

export const askToStop = () => ({
  title: i18n.t('Stop this link?'),
  sentence: i18n.t('Whoever has it can’t see the photos anymore. You can always create a new one.'),
  confirmLabel: i18n.t('Stop link'),
});
