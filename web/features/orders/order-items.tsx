import type { ReactNode } from 'react';
import type { Album } from '#contract/entities/album.ts';
import type { Order, ShopItem } from '#contract/entities/order.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { priceNameOf } from './price-name.ts';

type OrderItemsProps<Item> = {
  items: readonly Item[];
  /** `name` says which item is meant, for screen readers. */
  actionOf?: ((item: Item, name: string) => ReactNode) | undefined;
  /** Says something about an album or a group of photos. */
  noteOf?: ((items: readonly Item[]) => ReactNode) | undefined;
};

export function OrderItems<Item extends ShopItem>({ items, actionOf, noteOf }: OrderItemsProps<Item>) {
  return groupItems(items).map((group) => {
    const [first] = group;
    if (!first) return null;
    const note = noteOf?.(group);
    return first.image === null ? (
      <OrderItemRow
        key={first.id}
        item={first}
        action={actionOf?.(first, teamName(first.album))}
        note={note}
      />
    ) : (
      <PhotoGroupRow key={first.id} items={group} actionOf={actionOf} note={note} />
    );
  });
}

type OrderItemRowProps = {
  item: ShopItem;
  action?: ReactNode;
  /** Shown below the names, across the whole row. */
  note?: ReactNode;
};

function OrderItemRow({ item: { album, price, price_name }, action, note }: OrderItemRowProps) {
  const [cover] = album.cover;
  return (
    <li className="flex gap-4 py-4">
      <span className="relative flex-none self-start">
        {cover && (
          <Photo
            albumUuid={album.uuid}
            image={cover}
            token={album.cover_auth}
            className="h-[60px] w-20 rounded-[8px] desk:h-[72px] desk:w-24"
          />
        )}
        <span className={cover ? 'absolute bottom-1 left-1 origin-bottom-left scale-60' : undefined}>
          <OrderTile order={album.performance_order} />
        </span>
      </span>
      <ItemLines
        title={i18n.t('Digital Performance Album')}
        price={formatCents(price)}
        priceNames={price_name ? [price_name] : []}
        album={album}
        action={action}
        note={note}
      />
    </li>
  );
}

type PhotoGroupRowProps<Item> = {
  items: readonly Item[];
  actionOf?: ((item: Item, name: string) => ReactNode) | undefined;
  note?: ReactNode;
};

function PhotoGroupRow<Item extends ShopItem>({ items, actionOf, note }: PhotoGroupRowProps<Item>) {
  const [first] = items;
  if (!first) return null;
  return (
    <li className="grid gap-3 py-4">
      <ItemLines
        title={i18n.t('{count, plural, one {Digital Photo} other {# digital photos}}', {
          count: items.length,
        })}
        price={formatCents(sumCents(items.map((item) => item.price)))}
        priceNames={[...new Set(items.flatMap((item) => item.price_name ?? []))]}
        album={first.album}
        note={note}
      />
      <ul className="flex flex-wrap gap-2">
        {items.map((item, position) => (
          <li key={item.id} className="relative">
            {item.picture ? (
              <Photo
                albumUuid={item.album.uuid}
                image={item.picture}
                token={item.image_auth}
                alt={i18n.t('Photo {number}', { number: position + 1 })}
                className="size-[76px] rounded-[8px]"
              />
            ) : (
              <span className="grid size-[76px] place-items-center rounded-[8px] bg-sunk">
                <OrderTile order={item.album.performance_order} />
              </span>
            )}
            {actionOf?.(
              item,
              i18n.t('photo {number} of {team}', { number: position + 1, team: teamName(item.album) }),
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

type ItemLinesProps = {
  title: string;
  price: string;
  /** Explain a price that is not the regular one. */
  priceNames?: readonly string[];
  album: Album;
  action?: ReactNode;
  note?: ReactNode;
};

/** Shows what an item is, its price, and its team and event. */
function ItemLines({ title, price, priceNames = [], album, action, note }: ItemLinesProps) {
  const [event] = album.events;
  return (
    <div className="grid min-w-0 flex-1 content-start gap-0.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 font-bold">
        <p className="text-15 leading-snug">{title}</p>
        <p className="tabular-nums">{price}</p>
      </div>
      {priceNames.map((name) => (
        <p key={name} className="text-14 font-medium text-ok">
          {priceNameOf(name)}
        </p>
      ))}
      <div className="flex items-end justify-between gap-2">
        <div className="min-w-0 text-14 leading-[1.4] wrap-anywhere text-ink-2">
          <p>{teamLine(album)}</p>
          {event && <p>{eventLine(event)}</p>}
        </div>
        {action}
      </div>
      {note}
    </div>
  );
}

/** Photos of one album are shown together, at the place of the first. An album is alone. */
function groupItems<Item extends ShopItem>(items: readonly Item[]): Item[][] {
  const groups = Map.groupBy(items, (item) =>
    item.image === null ? `item-${item.id}` : `photos-${item.album.id}`,
  );
  return [...groups.values()];
}

/** Names the team of the first item, and says how much there is besides. */
export function orderTitle({ items }: Order): string {
  const [first] = items;
  if (!first) return i18n.t('Order');
  const others = new Set(items.map((item) => item.album.id)).size - 1;
  const photos = items.every((item) => item.image !== null) ? items.length : 0;
  const team = teamLine(first.album);
  return i18n.t(
    '{photos, plural, =0 {} one {# photo: } other {# photos: }}{others, plural, =0 {{team}} other {{team} and # more}}',
    { photos, others, team },
  );
}
