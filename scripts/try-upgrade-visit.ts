import { DEMO_PASSWORD } from '#server/demo/log-ins.ts';

type Album = { id: number; uuid: string; images_count: number; events: { id: number }[] };
type View = { images: { id: number }[]; temp_jwt: string };
export type Visit = { albumId: number; pictureBytes: number };

const EMAIL = 'parent2@encore.test';

/** Calls an address of the site, old or new; their contracts agree on what a customer does first. */
async function call<T>(url: string, token?: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return (await response.json()) as T;
}

/** Logs in, opens a picture of an album that has some, and buys the album. */
export async function visitAndBuy(address: string, isWanted: (albumId: number) => boolean): Promise<Visit> {
  const api = `${address}/api`;
  const { jwt } = await call<{ jwt: string }>(`${api}/auth/local`, undefined, {
    identifier: EMAIL,
    password: DEMO_PASSWORD,
  });
  const { albums } = await call<{ albums: Album[] }>(`${api}/albums/search?q=&_limit=100`, jwt);
  for (const album of albums.filter(({ id, images_count }) => images_count > 0 && isWanted(id))) {
    const event = album.events[0]?.id;
    const found = await call<{ id: number }>(`${api}/user-found-albums`, jwt, { album: album.id, event });
    const view = await call<View>(`${api}/user-found-albums/${found.id}/view`, jwt);
    const image = view.images[0];
    if (!image) continue;
    const address = `${api}/images/${album.uuid}/${image.id}.preview?auth=${view.temp_jwt}`;
    const picture = await fetch(address);
    if (!picture.ok) continue;
    const pictureBytes = (await picture.arrayBuffer()).byteLength;
    await buy(api, jwt, album.id);
    return { albumId: album.id, pictureBytes };
  }
  throw new Error('no album shows a picture');
}

async function buy(api: string, jwt: string, albumId: number): Promise<void> {
  const card = await call<{ id: number }>(`${api}/payment-sources/add-payment-method`, jwt, {
    token: 'pm_card_visa',
  });
  const cart = await call<{ id: number }>(`${api}/carts/add-item`, jwt, { album: albumId });
  const { data } = await call<{ data: { key: string } }>(`${api}/carts/checkout`, jwt, { id: cart.id });
  const order = await call<{ total: number }>(`${api}/orders/${data.key}`, jwt);
  await call(`${api}/orders/${data.key}/pay`, jwt, { paymentMethodId: card.id, amount: order.total });
}
