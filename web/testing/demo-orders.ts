import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import type { Album } from '#contract/entities/album.ts';
import type {
  Order,
  Payment,
  PaymentSource,
  Pool,
  Quote,
  Receipt,
  ShopItem,
} from '#contract/entities/order.ts';
import { buildAlbum, buildEvent } from './demo-albums.ts';

export function buildPool(changes: Partial<Pool> = {}): Pool {
  return {
    phase: 'filling',
    shares: 7,
    taken: 0,
    mine: 0,
    my_amount: 0,
    my_charged: 0,
    my_refund: 0,
    my_refunded: 0,
    is_refund_delayed: false,
    was_charged: false,
    deadline: '2026-11-20T17:00:00.000Z',
    shares_left: [1995, 1995, 1995, 1995, 1995, 1995, 1995],
    participants: [],
    ...changes,
  };
}

export function buildItem(item: Pick<ShopItem, 'id' | 'price' | 'album'>): ShopItem {
  return { ...item, price_name: null, image: null, picture: null, image_auth: null };
}

export function buildOrder(changes: Partial<Order> = {}): Order {
  const album = { ...buildAlbum(1), events: [buildEvent()] };
  return {
    id: 11,
    key: 'order-key-of-at-least-16',
    is_pool: changes.pool != null,
    is_mine: true,
    owner_first_name: 'Dana',
    pool: null,
    gift: null,
    coupon: null,
    status: 'open',
    total: 13_965,
    sub_total: 13_965,
    credit: 0,
    discount: 0,
    tax: 0,
    tax_name: '',
    refunded: 0,
    items: [{ ...buildItem({ id: 21, price: 13_965, album }), credit: 0, total: 13_965 }],
    left_out: [],
    created_at: '2026-11-14T10:00:00.000Z',
    paid_at: null,
    ...changes,
  };
}

export const CARD: PaymentSource = {
  id: 31,
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2090,
  consent: null,
};

export function buildQuote(total: number, changes: Partial<Quote> = {}): Quote {
  const none = { credit: 0, discount: 0, tax: 0, tax_name: '', coupon: null, price_names: [], images: [] };
  return { ...none, album: 1, sub_total: total, total, ...changes };
}

export function buildPayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: 9,
    order_key: 'order-key-of-at-least-16',
    status: 'succeeded',
    amount: 13_965,
    facial: false,
    client_secret: null,
    next_action_url: null,
    failure: null,
    ...changes,
  };
}

export function buildDownload(album: Album = { ...buildAlbum(1), events: [buildEvent()] }): AlbumDownload {
  return {
    id: 69 + album.id,
    album,
    photos: 214,
    size_bytes: 1_000_000,
    downloads_used: 0,
    downloads_max: 15,
    is_suspended: false,
    is_taken: false,
    is_swapped: false,
    bought_at: '2026-11-14T12:00:00.000Z',
    order_key: 'order-key-of-at-least-16',
    order_line: 21,
  };
}

export function buildReceipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    number: 11,
    order_key: 'order-key-of-at-least-16',
    status: 'paid',
    is_pool: false,
    gift: null,
    paid_at: '2026-11-14T12:00:00.000Z',
    seller: { name: 'Encore', postal_address: '1 Stage Door, Anytown' },
    buyer: { name: 'Dana Kim', email: 'parent@encore.test' },
    lines: [
      {
        id: 21,
        description: 'Digital Performance Album',
        team: 'Royals',
        event: 'Nationals',
        price: 13_965,
        price_name: null,
        refunded: 0,
      },
    ],
    sub_total: 13_965,
    credit: 0,
    discount: 0,
    coupon_code: null,
    tax: 0,
    tax_name: 'Tax',
    total: 13_965,
    payments: [
      {
        amount: 13_965,
        shares: null,
        paid_at: '2026-11-14T12:00:00.000Z',
        card: { brand: 'visa', last4: '4242' },
      },
    ],
    refunds: [],
    ...changes,
  };
}

/** The title of the screen after paying. */
export const BOUGHT_TITLE = /^(It’s|They’re|All \d+ are) yours/;
