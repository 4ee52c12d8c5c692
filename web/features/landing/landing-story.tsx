import { queryOptions, useQuery } from '@tanstack/react-query';
import { Eye, type LucideIcon, ScanFace, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { landingEndpoints, type PublicEvent } from '#contract/endpoints/landing.ts';
import { VIEW_LIMIT } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import amber from '#web/assets/event-amber.webp';
import azure from '#web/assets/event-azure.webp';
import teal from '#web/assets/event-teal.webp';
import violet from '#web/assets/event-violet.webp';
import { LocalText } from '#web/components/local-text.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { siteQuery } from '#web/lib/site.query.ts';

const PICTURES = [azure, teal, violet, amber];

type Prices = ResponseOf<typeof landingEndpoints.getLanding>['prices'];

/** Everything below the fold of the landing page. */
export function LandingStory() {
  const landing = useQuery(landingQuery);
  const viewLimit = useQuery(siteQuery).data?.view_limit ?? VIEW_LIMIT;
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-11 pt-11 pb-16 desk:gap-14 desk:pt-14">
      <Section title={i18n.t('Latest events')}>
        {landing.data ? (
          <LatestEvents events={landing.data.events} />
        ) : landing.error ? (
          <FailedState error={landing.error} onRetry={landing.refetch} />
        ) : (
          <Skeleton label={i18n.t('Loading events')} className="h-64" />
        )}
      </Section>
      <Section title={i18n.t('How it works')}>
        <ol className="grid gap-5 desk:grid-cols-3 desk:gap-8">
          <Step number={1} title={i18n.t('Find your team')}>
            {i18n.t('Search here, or scan the poster at the venue, and we tell you when your album is up.')}
          </Step>
          <Step number={2} title={i18n.t('Look through the previews')}>
            {i18n.t('Every album opens free before you buy. Save your favorites as you go.')}
          </Step>
          <Step number={3} title={i18n.t('Keep the ones you love')}>
            {i18n.t('Pay once and download full-size photos right away, without marks.')}
          </Step>
        </ol>
        {landing.data && <PriceList prices={landing.data.prices} />}
      </Section>
      <div className="rounded-sheet bg-sunk px-5 py-6 desk:px-9 desk:py-8">
        <Section title={i18n.t('How we protect athletes')}>
          <ul className="grid gap-5 desk:grid-cols-3 desk:gap-8">
            <Fact icon={Eye} title={i18n.t('Limited previews')}>
              {i18n.t('An account can open an album {viewLimit} times before buying. After that it closes.', {
                viewLimit,
              })}
            </Fact>
            <Fact icon={ScanFace} title={i18n.t('Face search only with consent')}>
              {i18n.t('It stays off until a parent says yes, and you can delete it any time.')}
            </Fact>
            <Fact icon={ShieldCheck} title={i18n.t('No browsing by strangers')}>
              {i18n.t('Albums open only with an account, and every preview carries a watermark.')}
            </Fact>
          </ul>
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-22 font-[750] tracking-[-0.025em]">{title}</h2>
      {children}
    </section>
  );
}

function LatestEvents({ events }: { events: PublicEvent[] }) {
  if (events.length === 0) return <p className="text-ink-2">{i18n.t('The first event is coming soon.')}</p>;
  return (
    <ul className="grid grid-cols-2 gap-x-3.5 gap-y-6 desk:grid-cols-4 desk:gap-5">
      {events.map((event, index) => (
        <li key={event.code}>
          <Link to={paths.poster(event.code)} className="group grid gap-0.5 rounded-card no-underline">
            <img
              src={PICTURES[index % PICTURES.length]}
              alt=""
              width={640}
              height={427}
              loading="lazy"
              decoding="async"
              className="mb-2 aspect-3/2 w-full rounded-card object-cover"
            />
            <b className="text-15 leading-tight font-bold tracking-[-0.015em] wrap-anywhere group-hover:underline">
              {event.name}
            </b>
            <small className="text-13 text-ink-2">
              {[event.city, event.state].filter(Boolean).join(', ')}.{' '}
              <LocalText text={formatDate(event.start_date)} />
            </small>
            <small className="text-13 text-ink-2 tabular-nums">
              {event.albums_count > 0
                ? i18n.t('{count, plural, one {# album} other {# albums}}', { count: event.albums_count })
                : i18n.t('Photos soon')}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)] gap-3.5">
      <span
        aria-hidden
        className="grid size-11 place-items-center rounded-[8px] border border-line bg-white font-num text-28 font-semibold text-[#121217]"
      >
        {number}
      </span>
      <Words title={title}>{children}</Words>
    </li>
  );
}

function Fact({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)] gap-3.5">
      <span aria-hidden className="grid size-11 place-items-center rounded-full bg-bg">
        <Icon size={20} strokeWidth={1.8} />
      </span>
      <Words title={title}>{children}</Words>
    </li>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-bold tracking-[-0.01em]">{title}</h3>
      <p className="max-w-[38ch] text-14 text-ink-2">{children}</p>
    </div>
  );
}

function PriceList({ prices }: { prices: Prices }) {
  const { photo, photos, athlete, album, share } = prices;
  return (
    <dl
      aria-label={i18n.t('Prices')}
      className="flex flex-wrap gap-x-7 gap-y-3.5 rounded-card border border-line px-5 py-[18px] tabular-nums desk:px-7"
    >
      <Price cents={photo}>{i18n.t('One photo')}</Price>
      {photos && <Price cents={photos.price}>{i18n.t('{photos} photos', { photos: photos.photos })}</Price>}
      {athlete !== null && <Price cents={athlete}>{i18n.t('All photos of your athlete')}</Price>}
      <Price cents={album}>{i18n.t('The whole album')}</Price>
      <Price cents={share}>
        {i18n.t('A share, split {SHARESPERALBUM} ways', { SHARESPERALBUM: SHARES_PER_ALBUM })}
      </Price>
    </dl>
  );
}

function Price({ cents, children }: { cents: number; children: ReactNode }) {
  return (
    <div className="flex flex-[1_0_40%] flex-col-reverse desk:flex-1">
      <dt className="text-14 text-ink-2">{children}</dt>
      <dd className="text-[1.25rem] leading-tight font-[750] tracking-[-0.02em]">{formatCents(cents)}</dd>
    </div>
  );
}

const landingQuery = queryOptions({
  ...apiQuery(['landing'], landingEndpoints.getLanding, { retry: false }),
  staleTime: 60_000,
});
