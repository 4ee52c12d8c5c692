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

  // The file of the page that the server sends to a visitor, by the start of its path.
  const VISITORS_PAGES = { '/e': 'poster', '/view-album': 'view-album' };

  // A phone sends the click up to this long after the finger was lifted.
  const CLICK_MS = 50;

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
  firstUse.kind = kind;
  firstUse.data = ((isKnown && ofKnown) || ofVisitor).map((address) => {
    const response = fetch(address, { headers });
    // Whoever takes the answer hears of a failure.
    response.catch(() => undefined);
    return { address, token: token ?? undefined, at: Date.now(), response };
  });

  // The pictures that the page shows first are known with its data, long before the site runs.
  if (firstUse.data.length > 0) {
    const pictures = document.createElement('script');
    pictures.src = '/first-pictures.js';
    // A script that is added later would wait behind the files of the site.
    pictures.fetchPriority = 'high';
    document.head.append(pictures);
  }

  // The script of the site stays away from what this page shows first. Pages that are complete without it wait for whoever
  // touches, scrolls or reads on; their files are there by then.
  const isUsable = page.dataset.firstHidden === undefined && page.dataset.firstKnown === undefined;
  const isComplete = (isLogIn || kind === '/view-album/:') && location.search + location.hash === '';

  // Without this the files of the page would be asked for only when the site runs.
  const visitorsPage = isLogIn ? 'login' : VISITORS_PAGES[path.slice(0, path.lastIndexOf('/'))];
  for (const file of JSON.parse(page.dataset.files ?? '{}')[isKnown ? kind : visitorsPage] ?? []) {
    const link = document.createElement('link');
    link.rel = isUsable ? 'later' : 'modulepreload';
    link.crossOrigin = '';
    // The data and the first pictures of the page come first.
    link.fetchPriority = 'low';
    link.href = `/${file}`;
    document.head.append(link);
  }

  const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'input', 'scroll', 'click'];
  if (isUsable) {
    window.addEventListener('load', isComplete ? awaitUse : bringSite);
    for (const touch of TOUCHES) document.addEventListener(touch, bringSite, { passive: true });
  } else {
    document.addEventListener('DOMContentLoaded', bringSite);
  }

  function awaitUse() {
    bringFiles();
    // Nothing loads that the page waits for.
    document.querySelector('#root > .boot')?.remove();
    const unfilled = document.querySelector('#first [data-unfilled]');
    const isSeen = (seen) => seen.some(({ isIntersecting }) => isIntersecting);
    if (unfilled) new IntersectionObserver((seen) => isSeen(seen) && bringSite()).observe(unfilled);
  }

  function bringFiles() {
    for (const link of document.querySelectorAll('link[rel="later"]')) {
      const preload = link.cloneNode();
      preload.rel = 'modulepreload';
      link.replaceWith(preload);
    }
  }

  function bringSite() {
    for (const touch of TOUCHES) document.removeEventListener(touch, bringSite);
    bringFiles();
    for (const later of document.querySelectorAll('script[type="later"]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.crossOrigin = '';
      script.src = later.src;
      later.replaceWith(script);
    }
  }

  // The site presses these buttons again once it is there, and takes the page over only while no finger is on it.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#first button[type="button"]');
    if (button) pressLater(button);
  });
  document.addEventListener('input', () => {
    firstUse.pressed = undefined;
  });
  function pressLater(button) {
    firstUse.pressed = button.ariaLabel ?? button.textContent;
  }
  document.addEventListener('pointerdown', () => {
    firstUse.held = new Promise((resolve) => {
      // A menu that opens may keep the browser from telling that the finger was lifted.
      for (const end of ['pointerup', 'pointercancel', 'contextmenu']) {
        document.addEventListener(end, () => setTimeout(resolve, CLICK_MS), { once: true });
      }
    });
  });

  // A link to the log-in remembers the page to come back to (web/lib/come-back.ts). The site may still begin to run before
  // the next page is there, and must not replace it by this page.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('#first a[data-keep]');
    if (!link) return;
    firstUse.leaves = path;
    for (const [key, value] of Object.entries(JSON.parse(link.dataset.keep))) keep(key, value);
  });
  // The site remembers every page of a visitor.
  if (isUsable && isComplete && !isLogIn) keep('LAST_LOCATION', { path });

  function keep(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify({ ...value, at: Date.now() }));
    } catch {
      // Without storage the log-in leads to the first page.
    }
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.closest('#first')) return;
    event.preventDefault();
    const fields = [...form.elements].filter((field) => field.name);
    const button = event.submitter ?? form.querySelector('[type="submit"]');
    const empty = fields.find((field) => field.value.trim() === '');
    if (empty) {
      // The site says what is missing, unless it is typed meanwhile.
      pressLater(button);
      return empty.focus();
    }
    if (firstUse.answer || firstUse.waits) return;
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
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
