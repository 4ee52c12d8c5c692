// Runs before the first paint. It sets a chosen appearance, so that it never flashes, and it lets visitors use the forms of
// the page that the server sends, while the site still loads. web/lib/first-use.ts goes on with what was typed here.
(() => {
  const page = document.documentElement;
  const LOG_IN_PATHS = ['/', '/login', '/Login'];
  const MY_ALBUMS = '/api/user-found-albums/me?limit=200';
  // What a page shows first to somebody who is logged in.
  const DATA_OF_PAGES = {
    '/': [MY_ALBUMS],
    '/events': ['/api/events'],
    '/events/:/album/:': [MY_ALBUMS],
    '/user-album/:': [MY_ALBUMS],
    '/purchaseAlbum/:': [MY_ALBUMS, '/api/albums/uuid/:'],
  };

  const VIEW_MS = 30 * 60_000;

  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const theme = read('THEME');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;

  const firstUse = {};
  window.firstUse = firstUse;

  // Someone who is logged in sees no log-in, and a page that was kept for use offline may belong to another address.
  const path = location.pathname;
  const isLogIn = page.dataset.first === 'login';
  const isOther = isLogIn ? !LOG_IN_PATHS.includes(path) : page.dataset.first !== path;
  const token = read('ACCESS_TOKEN');
  const isKnown = Boolean(token);
  if (isOther || (isLogIn && isKnown)) page.dataset.firstHidden = '';
  // The server sends the form for a visitor without an invitation or another link.
  else if (isKnown || (!isLogIn && location.search !== '')) page.dataset.firstKnown = '';

  const ID = /[\da-f]{8}-[\da-f-]{27}|\d+/;
  const kind = path.replace(new RegExp(`(?<=/)(${ID.source})(?=/|$)`, 'g'), ':');
  const ofKnown = DATA_OF_PAGES[kind]?.map((address) => address.replace(':', ID.exec(path)?.[0]));
  const ofVisitor = !isOther && page.dataset.firstData ? [page.dataset.firstData] : [];
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  firstUse.data = ((isKnown && ofKnown) || ofVisitor).map((address) => {
    const response = fetch(address, { headers });
    // Whoever takes the answer hears of a failure.
    response
      .then((answer) => answer.ok && answer.clone().json())
      .then((answer) => answer && showPictures(answer))
      .catch(() => undefined);
    return { address, token: token ?? undefined, at: Date.now(), response };
  });

  // Without this the files of the page would be asked for only when the site runs.
  for (const file of (isKnown && JSON.parse(page.dataset.files ?? '{}')[kind]) || []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }

  // The pictures that the page shows first are known with its data, long before the site runs. They are those of
  // web/components/album-cover.tsx and web/features/found-albums/newest-album.tsx, with the same addresses and sizes.
  function showPictures(answer) {
    if (kind === '/') {
      const newest = [...answer.found, ...answer.owned]
        .filter(({ album }) => album.cover.length > 0)
        .sort(byNewest)[0];
      if (newest)
        preload(sourcesOf(newest.album, newest.album.cover[0], '(100vw - 32px)', 'min(400px, 28vw)', 0.9));
    } else if (kind === '/view-album/:') {
      const show = () => showCover(answer);
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
      else show();
    } else if (answer.found) {
      const isPurchase = kind === '/purchaseAlbum/:';
      const isIt = ({ album }) => path.endsWith(`/${isPurchase ? album.uuid : album.id}`);
      const mine = answer.found.find(isIt);
      // An album that was opened a moment ago shows its photos at once.
      const isOpen = mine?.user_album_views.some(
        ({ created_at }) => Date.now() - Date.parse(created_at) < VIEW_MS,
      );
      if (!mine || (isOpen && !isPurchase)) return;
      for (const sources of coverOf(mine.album, isPurchase ? 'min(680px, 60vw)' : '560px')) preload(sources);
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

  function showCover(album) {
    const cover = document.querySelector('#first [data-cover]');
    if (!cover || !album.cover_auth || cover.querySelector('img')) return;
    const photos = coverOf(album, '560px').map((sources, index) => {
      const { width, height, focus } = album.cover[index];
      const box = document.createElement('span');
      const look = index > 0 ? 'flex-1' : cover.dataset.cover;
      box.className = `relative block min-h-0 min-w-0 overflow-hidden bg-line bg-cover bg-center select-none ${look}`;
      const photo = document.createElement('img');
      // The browser begins to load when it sees the address, so the sizes come before it.
      const { sizes, srcset, src } = sources;
      const more = { alt: '', width: width || undefined, height: height || undefined, draggable: 'false' };
      const how = { decoding: 'async', loading: 'eager', fetchpriority: 'high' };
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
    });
    const [main, ...side] = photos;
    const sides = document.createElement('span');
    sides.className = 'flex flex-1 flex-col gap-[3px]';
    sides.append(...side);
    cover.prepend(...(side.length > 0 ? [main, sides] : photos));
  }

  function preload({ src, srcset = '', sizes = '' }) {
    if (!src) return;
    const link = document.createElement('link');
    for (const [name, value] of Object.entries({ rel: 'preload', as: 'image', fetchpriority: 'high' })) {
      link.setAttribute(name, value);
    }
    link.setAttribute('imagesrcset', srcset);
    link.setAttribute('imagesizes', sizes);
    link.href = src;
    document.head.append(link);
  }

  // The script of the site stays away from what this page shows first, and comes before that for whoever touches the page.
  const isUsable = page.dataset.firstHidden === undefined && page.dataset.firstKnown === undefined;
  const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'input'];
  if (isUsable) {
    window.addEventListener('load', bringSite);
    for (const kind of TOUCHES) document.addEventListener(kind, bringSite);
  } else {
    document.addEventListener('DOMContentLoaded', bringSite);
  }

  function bringSite() {
    for (const kind of TOUCHES) document.removeEventListener(kind, bringSite);
    for (const link of document.querySelectorAll('link[rel="later"]')) {
      const preload = link.cloneNode();
      preload.rel = 'modulepreload';
      link.replaceWith(preload);
    }
    for (const later of document.querySelectorAll('script[type="later"]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.crossOrigin = '';
      script.src = later.src;
      later.replaceWith(script);
    }
  }

  // A link to the log-in remembers the page to come back to (web/lib/come-back.ts).
  document.addEventListener('click', (event) => {
    const link = event.target.closest('#first a[data-keep]');
    if (!link) return;
    for (const [key, value] of Object.entries(JSON.parse(link.dataset.keep))) {
      try {
        localStorage.setItem(key, JSON.stringify({ ...value, at: Date.now() }));
      } catch {
        // Without storage the log-in leads to the first page.
      }
    }
  });

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.closest('#first')) return;
    event.preventDefault();
    const fields = [...form.elements].filter((field) => field.name);
    const empty = fields.find((field) => field.value.trim() === '');
    if (empty) return empty.focus();
    if (firstUse.answer || firstUse.waits) return;
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    const button = event.submitter ?? form.querySelector('[type="submit"]');
    // Only the site can read a phone number; it sends the form once it is there.
    firstUse.waits = /^[^@]*\d{3}[^@]*$/.test(typed.email ?? '');
    if (firstUse.waits) setBusy(button);
    else send(form, button, typed);
  });

  function setBusy(button) {
    button.setAttribute('aria-disabled', 'true');
    button.textContent = 'One moment…';
  }

  function send(form, button, typed) {
    const { call, more, done } = form.dataset;
    const body = { ...typed, ...JSON.parse(more ?? '{}'), ...JSON.parse(button.dataset.more ?? '{}') };
    const label = button.textContent;
    form.querySelector('[role="alert"]')?.remove();
    setBusy(button);
    firstUse.answer = post(call, body);
    firstUse.answer.then((answer) => {
      const isDone = answer.status >= 200 && answer.status < 300;
      // The site goes on by itself once it is there.
      if (isDone && done) form.replaceChildren(say('status', done));
      if (isDone || answer.body?.error?.code === 'second_factor_required') return;
      const { details, message = 'The site could not be reached.' } = answer.body?.error ?? {};
      firstUse.answer = undefined;
      firstUse.failure = { call, message: Array.isArray(details) ? details[0].message : message };
      button.removeAttribute('aria-disabled');
      button.textContent = label;
      form.prepend(say('alert', firstUse.failure.message));
    });
  }

  function say(role, words) {
    const look = role === 'alert' ? 'bg-bad-bg text-bad' : 'bg-ok-bg text-ok';
    const notice = document.createElement('p');
    notice.setAttribute('role', role);
    notice.className = `rounded-ctl px-4 py-3 text-15 font-medium ${look}`;
    notice.textContent = words;
    return notice;
  }

  async function post(call, sent) {
    try {
      const response = await fetch(call, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      return { call, sent, status: response.status, body: await response.json() };
    } catch {
      return { call, sent, status: 0 };
    }
  }
})();
