// Shows the pictures that a page begins with before the site's script has arrived. web/public/first.js has asked for the data.
(() => {
  const { kind, data } = window.firstUse;
  const path = location.pathname;
  const VIEW_MS = 30 * 60_000;
  const HERO =
    'relative isolate flex min-h-[400px] items-end overflow-hidden rounded-sheet bg-stage text-white desk:min-h-[380px]';
  const HERO_PHOTOS =
    'absolute inset-0 -z-20 flex gap-[3px] desk:left-[30%] desk:[mask-image:linear-gradient(90deg,transparent,#000_34%)]';
  const HERO_SHADE =
    'absolute inset-0 -z-10 bg-[linear-gradient(180deg,rgb(6_10_24/.18)_0,rgb(6_10_24/0)_28%,rgb(6_10_24/.6)_60%,rgb(6_10_24/.94)_100%)] desk:bg-[linear-gradient(90deg,rgb(6_10_24/.86)_0,rgb(6_10_24/.72)_34%,rgb(6_10_24/.2)_58%,rgb(6_10_24/0)_72%)]';
  // Where these pages show the cover, and how wide it is on a desk.
  const VIEWER = {
    place: 'mx-auto w-full max-w-[560px] px-4 pt-[118px] desk:pt-[158px]',
    deskWidth: '560px',
  };
  const PURCHASE = {
    place: 'wrap pt-[148px] desk:max-w-[1120px] desk:pt-[190px] desk:pr-[520px]',
    deskWidth: 'min(680px, 60vw)',
  };

  for (const { response } of data) {
    response
      .then((answer) => answer.ok && answer.clone().json())
      .then((answer) => answer && showPictures(answer))
      // Whoever takes the answer hears of a failure.
      .catch(() => undefined);
  }

  // The pictures are those of web/components/album-cover.tsx and web/features/found-albums/newest-album.tsx, with the same
  // addresses and sizes.
  function showPictures(answer) {
    if (kind === '/') {
      const newest = [...answer.found, ...answer.owned]
        .filter(({ album }) => album.cover.length > 0)
        .sort(byNewest)[0];
      if (newest) whenRead(() => showNewest(newest.album));
    } else if (kind === '/view-album/:') {
      whenRead(() => showCover(answer));
    } else if (answer.found) {
      const isPurchase = kind === '/purchaseAlbum/:';
      const isIt = ({ album }) => path.endsWith(`/${isPurchase ? album.uuid : album.id}`);
      const mine = answer.found.find(isIt);
      // An album that was opened a moment ago shows its photos at once.
      const isOpen = mine?.user_album_views.some(
        ({ created_at }) => Date.now() - Date.parse(created_at) < VIEW_MS,
      );
      if (!mine || (isOpen && !isPurchase)) return;
      whenRead(() => showAlbum(mine.album, isPurchase ? PURCHASE : VIEWER));
    }
  }

  // A search finds many albums at the same moment; of those, home shows the newest performance.
  function byNewest(a, b) {
    const performedAt = ({ album, event }) => album.planned_at ?? event.start_date;
    const compare = (one, other) => Number(one < other) - Number(one > other);
    return (
      compare(a.found_at, b.found_at) ||
      compare(performedAt(a), performedAt(b)) ||
      b.album.performance_order - a.album.performance_order
    );
  }

  // The first photo of a cover takes two thirds of its width, and the others share the last third.
  function coverOf(album, deskWidth) {
    const count = album.cover.length;
    const frameOf = (index) => {
      if (index > 0) return [0.33, 1.6 * 0.33 * (count - 1)];
      return count > 1 ? [0.67, 1.6 * 0.67] : [1, 1.6];
    };
    return album.cover.map((image, index) => {
      const [share, ratio] = frameOf(index);
      return sourcesOf(album, image, `(100vw - 32px) * ${share}`, `${deskWidth} * ${share}`, ratio);
    });
  }

  function sourcesOf({ uuid, cover_auth: auth }, { id, width, height }, phone, desk, ratio) {
    const addressOf = (variant) => `/api/images/${uuid}/${id}.${variant}?auth=${encodeURIComponent(auth)}`;
    const src = addressOf('thumb');
    if (!auth || !width || !height) return { src: auth && src };
    const widths = new Map();
    for (const [side, variant] of [
      [400, 'thumb'],
      [480, 'cover-480'],
      [960, 'cover-960'],
      [1440, 'cover-1440'],
    ]) {
      const real = Math.max(1, Math.round(width * Math.min(1, side / Math.max(width, height))));
      if (!widths.has(real)) widths.set(real, addressOf(variant));
    }
    const overhang = Math.max(1, width / height / ratio).toFixed(2);
    return {
      src,
      srcset: [...widths].map(([real, address]) => `${address} ${real}w`).join(', '),
      sizes: `(min-width: 1000px) calc(${desk} * ${overhang}), calc(${phone} * ${overhang})`,
    };
  }

  function whenRead(show) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  }

  // Shows the first photo of the album where home shows it, in the place of the words that say that the site loads.
  function showNewest(album) {
    const boot = document.querySelector('#root > .boot');
    const sources = sourcesOf(album, album.cover[0], '(100vw - 32px)', 'min(400px, 28vw)', 0.9);
    if (!boot || !sources.src) return;
    const look = document.createElement('div');
    look.innerHTML = `<div class="border-line border-b"><div class="h-(--header-height)"></div></div>
      <div class="wrap pt-4 desk:pt-6"><div class="${HERO}">
        <span class="${HERO_PHOTOS}"></span><span class="${HERO_SHADE}"></span>
      </div></div>`;
    const photos = look.querySelector('span');
    photos.append(createPhoto(album.cover[0], sources, 'flex-1 desk:flex-[1.5]'));
    // The others of a desk keep their place.
    for (const _image of album.cover.slice(1)) {
      const box = document.createElement('span');
      box.className = 'hidden flex-1 desk:block';
      photos.append(box);
    }
    boot.className = 'sr-only';
    boot.before(look);
  }

  function createPhoto({ width, height, focus }, { sizes, srcset, src }, look) {
    const box = document.createElement('span');
    box.className = `relative block min-h-0 min-w-0 overflow-hidden bg-line bg-cover bg-center select-none ${look}`;
    const photo = document.createElement('img');
    const more = { alt: '', width: width || undefined, height: height || undefined, draggable: 'false' };
    const how = { decoding: 'async', loading: 'eager', fetchpriority: 'high' };
    // The browser begins to load when it sees the address, so the sizes come before it.
    for (const [name, value] of Object.entries({ sizes, srcset, ...more, ...how, src })) {
      if (value !== undefined) photo.setAttribute(name, value);
    }
    const shown = focus ?? (height > width ? { x: 50, y: 25 } : undefined);
    if (shown) photo.style.objectPosition = `${shown.x}% ${shown.y}%`;
    photo.className = 'absolute inset-0 size-full object-cover [-webkit-touch-callout:none]';
    photo.addEventListener('contextmenu', (event) => event.preventDefault());
    // The thumb stays, should a rendition fail.
    photo.addEventListener('error', () => photo.removeAttribute('srcset'), { once: true });
    box.append(photo);
    return box;
  }

  // Shows the cover of an album where its page shows it.
  function showAlbum(album, { place, deskWidth }) {
    const boot = document.querySelector('#root > .boot');
    if (!boot || !album.cover_auth || album.cover.length === 0) return;
    const cover = document.createElement('span');
    cover.className = 'relative flex aspect-16/10 gap-[3px] overflow-hidden rounded-card bg-sunk';
    cover.append(...photosOf(album, deskWidth, 'flex-2'));
    const look = document.createElement('div');
    look.className = place;
    look.append(cover);
    boot.className = 'sr-only';
    boot.before(look);
  }

  function showCover(album) {
    const cover = document.querySelector('#first [data-cover]');
    if (!cover || !album.cover_auth || cover.querySelector('img')) return;
    cover.prepend(...photosOf(album, '560px', cover.dataset.cover));
  }

  function photosOf(album, deskWidth, lookOfFirst) {
    const photos = coverOf(album, deskWidth).map((sources, index) =>
      createPhoto(album.cover[index], sources, index > 0 ? 'flex-1' : lookOfFirst),
    );
    const [main, ...side] = photos;
    const sides = document.createElement('span');
    sides.className = 'flex flex-1 flex-col gap-[3px]';
    sides.append(...side);
    return side.length > 0 ? [main, sides] : photos;
  }
})();
