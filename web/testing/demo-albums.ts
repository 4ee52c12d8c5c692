import type { PublicEvent } from '#contract/endpoints/landing.ts';
import type { AlbumOnly, Event, Image, UserFoundAlbum } from '#contract/entities/album.ts';

type Pricing = Event['event_pricings'][number];

export function buildPricing(changes: Partial<Pricing> = {}): Pricing {
  return {
    id: 1,
    share_price: 1995,
    image_price: null,
    photo_steps: [],
    athlete_price: null,
    early: null,
    late: null,
    ...changes,
  };
}

export function buildEvent(changes: Partial<Event> = {}): Event {
  return {
    id: 5,
    name: 'Grand Nationals',
    brand_name: 'Crown Series',
    city: 'Denver',
    state: 'CO',
    producer_name: 'Apex Productions',
    venue_name: 'Ball Arena',
    start_date: '2026-10-24',
    last_date: changes.start_date ?? '2026-10-24',
    time_zone: 'America/Denver',
    archived: false,
    archive_date: null,
    event_pricings: [buildPricing()],
    picture: 'cheer',
    ...changes,
  };
}

export function buildPublicEvent(changes: Partial<PublicEvent> = {}): PublicEvent {
  const { id, name, brand_name, city, state, start_date, picture } = buildEvent(changes);
  return {
    ...{ id, name, brand_name, city, state, start_date, picture },
    code: `CC${id}`,
    last_date: start_date,
    albums_count: 24,
    photos_count: 212,
    ...changes,
  };
}

export function buildImage(id: number, changes: Partial<Image> = {}): Image {
  return {
    id,
    width: 1500,
    height: 1000,
    captured_at: '2026-10-24T20:14:05.000Z',
    placeholder: null,
    ...changes,
  };
}

export function buildAlbum(id: number, changes: Partial<AlbumOnly> = {}): AlbumOnly {
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    program_name: 'Northshore Elite',
    team_name: 'Royals',
    division_name: 'Senior L4 Medium',
    performance_order: 42,
    identifier: `nationals-${id}`,
    planned_at: '2026-10-24T20:14:00.000Z',
    created_at: '2026-10-24T22:00:00.000Z',
    images_count: 214,
    cover: [],
    cover_auth: null,
    ...changes,
  };
}

type FoundChanges = Partial<Omit<UserFoundAlbum, 'album' | 'user_album_views'>> & {
  album?: Partial<AlbumOnly>;
  viewsUsed?: number;
};

export function buildFoundAlbum(
  id: number,
  { album, viewsUsed = 0, ...changes }: FoundChanges = {},
): UserFoundAlbum {
  return {
    id,
    album: buildAlbum(id, album),
    event: buildEvent(),
    user_album_views: Array.from({ length: viewsUsed }, (_, index) => ({
      id: index + 1,
      created_at: '2026-10-25T10:00:00.000Z',
    })),
    views_allowed: changes.owned ? 50 : 10,
    owned: false,
    bought_images: 0,
    found_at: '2026-10-24T23:00:00.000Z',
    published_at: '2026-10-24T22:30:00.000Z',
    ...changes,
  };
}
