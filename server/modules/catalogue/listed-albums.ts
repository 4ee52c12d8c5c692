import type { Album } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { createCurrent } from '#server/platform/current-answers.ts';
import { JsonText } from '#server/platform/http/json-text.ts';
import { orderRows } from '#server/platform/lists/order-rows.ts';
import { type AlbumRow, findVersionOfAlbums, listAlbumsOfEvents } from './albums.ts';
import { eventsOf } from './browse-events.ts';
import { toWireAlbum } from './catalogue.wire.ts';
import { openCover } from './covers.ts';

type ListedAlbum = Pick<AlbumRow, 'uuid' | 'cover'> & { json: string };
/** The text is there if it is the same for everybody. */
type Listed = { albums: ListedAlbum[]; text: string | undefined };
type Asked = { events_in: number[]; _sort?: string | undefined; _start: number; _limit: number };

const MOST_LETTERS = 16_000_000;
/** More events at once are asked for seldom, and telling their version would take long. */
const MOST_EVENTS_KEPT = 10;

/** Lists the published albums of events. What is the same for everybody is kept until an album or event changes. */
export function createAlbumLists(context: Pick<Tx, 'db' | 'clock' | 'imageKeys'>) {
  const { db } = context;
  const keepCurrent = createCurrent<Listed>({
    mostSize: MOST_LETTERS,
    sizeOf: ({ albums }) => albums.reduce((sum, { json }) => sum + 2 * json.length, 0),
  });

  async function load({ events_in, ...order }: Asked): Promise<Listed> {
    const rows = await listAlbumsOfEvents(db, events_in);
    const events = await eventsOf(db, rows);
    const covers = new Map(rows.map(({ id, uuid, cover }) => [id, { uuid, cover }]));
    const wires = rows.flatMap((row) => {
      const event = events.get(row.eventId);
      return event ? [toWireAlbum(row, event, { cover: row.cover, cover_auth: null })] : [];
    });
    const albums = orderRows(wires, order).map((album) => toListed(album, covers.get(album.id)));
    const isSame = albums.every(({ cover }) => cover.length === 0);
    return { albums, text: isSame ? join(albums.map(({ json }) => json)) : undefined };
  }

  async function find(asked: Asked): Promise<Listed> {
    if (asked.events_in.length > MOST_EVENTS_KEPT) return load(asked);
    const version = await findVersionOfAlbums(db, asked.events_in);
    return keepCurrent({ key: JSON.stringify(asked), version, load: () => load(asked) });
  }

  return async function listAlbums(userId: number, asked: Asked): Promise<JsonText> {
    const { albums, text } = await find(asked);
    return new JsonText(text ?? join(albums.map((album) => writeAlbum(context, album, userId))));
  };
}

const NO_COVER_AUTH = ',"cover_auth":null}';

/** The field that differs between people comes last, so that it can be written after the rest. */
function toListed(
  { cover_auth: _, ...album }: Album,
  covered?: Pick<AlbumRow, 'uuid' | 'cover'>,
): ListedAlbum {
  const { uuid, cover } = covered ?? { uuid: album.uuid, cover: [] };
  return { uuid, cover, json: JSON.stringify(album).slice(0, -1) + NO_COVER_AUTH };
}

function writeAlbum(
  context: Pick<Tx, 'clock' | 'imageKeys'>,
  { json, ...covered }: ListedAlbum,
  userId: number,
): string {
  const { cover_auth } = openCover(context, covered, userId);
  if (cover_auth === null) return json;
  return `${json.slice(0, -NO_COVER_AUTH.length)},"cover_auth":${JSON.stringify(cover_auth)}}`;
}

function join(parts: readonly string[]): string {
  return `[${parts.join(',')}]`;
}
