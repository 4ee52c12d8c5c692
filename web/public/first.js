// Runs before the first paint. It sets a chosen appearance, so that it never flashes, and it lets visitors log in on the
// page that the server sends, while the site still loads. web/lib/first-use.ts goes on with what was typed here.
(() => {
  const page = document.documentElement;
  const LOG_IN_PATHS = ['/', '/login', '/Login'];

  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const theme = read('THEME');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;

  // Someone who is logged in sees no log-in, and a page that was kept for use offline may belong to another address.
  const path = location.pathname;
  const isOther = page.dataset.first === 'login' ? !LOG_IN_PATHS.includes(path) : page.dataset.first !== path;
  if (isOther || (page.dataset.first === 'login' && read('ACCESS_TOKEN'))) page.dataset.firstHidden = '';

  const firstUse = {};
  window.firstUse = firstUse;

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.closest('#first')) return;
    event.preventDefault();
    const { identifier, password } = form.elements;
    const empty = [identifier, password].find((field) => field.value.trim() === '');
    if (empty) empty.focus();
    else if (!firstUse.answer) logIn(form, { identifier: identifier.value, password: password.value });
  });

  function logIn(form, body) {
    const button = form.querySelector('[type="submit"]');
    const label = button.textContent;
    form.querySelector('[role="alert"]')?.remove();
    button.setAttribute('aria-disabled', 'true');
    button.textContent = 'Logging in…';
    firstUse.answer = send(body);
    firstUse.answer.then((answer) => {
      const code = answer.body?.error?.code;
      // The site goes on by itself once it is there.
      if (answer.status === 200 || code === 'second_factor_required') return;
      firstUse.answer = undefined;
      firstUse.failure = answer.body?.error?.message ?? 'The site could not be reached.';
      button.removeAttribute('aria-disabled');
      button.textContent = label;
      const notice = document.createElement('p');
      notice.setAttribute('role', 'alert');
      notice.className = 'rounded-ctl bg-bad-bg px-4 py-3 text-15 font-medium text-bad';
      notice.textContent = firstUse.failure;
      form.prepend(notice);
    });
  }

  async function send(body) {
    try {
      const response = await fetch('/api/auth/local', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return { status: 0 };
    }
  }
})();
