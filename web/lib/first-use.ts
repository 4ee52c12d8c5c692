// Goes on with what a visitor has typed on the page that the server sent (public/first.js), before this script was there.

import { rememberLastLocation } from './last-location.ts';

type FirstAnswer = {
  /** The address that the form was sent to, and what was sent. */
  call: string;
  sent: Readonly<Record<string, unknown>>;
  status: number;
  body?: { error?: { code?: string; message?: string; details?: unknown } };
};

type FirstCall = { address: string; token: string | undefined; at: number; response: Promise<Response> };

declare global {
  interface Window {
    /**
     * Set by public/first.js. `answer` is that of the form that was sent, `failure` the sentence about one that failed,
     * `waits` says that a phone number was sent, and `data` are the calls that the page begins with. `pressed` is the name of
     * the last button that only the site can serve or explain, and `held` lasts while a finger is on the page.
     */
    firstUse?: {
      answer?: Promise<FirstAnswer>;
      failure?: { call: string; message: string };
      waits?: boolean;
      data?: FirstCall[];
      /** The path, with `:` in the place of ids. */
      kind?: string;
      pressed?: string;
      held?: Promise<void>;
      /** The page whose link was just followed, if that link has already set where to return after the log-in. */
      leaves?: string;
    };
  }
}

/** Somebody who was led elsewhere first may come to the page much later. */
const FRESH_MS = 20_000;

type Typed = { values: Readonly<Record<string, string>>; focused: string | undefined };

let typed: Typed = { values: {}, focused: undefined };

let challenge: unknown;

let done: FirstAnswer | undefined;

/** Resolves when a form that was sent from the first page is answered. */
export async function awaitFirstAnswer(): Promise<FirstAnswer | undefined> {
  const { firstUse } = window;
  const answer = await firstUse?.answer;
  // Taken once, so that a form that is sent later is not mistaken for this one.
  if (firstUse) firstUse.answer = undefined;
  if (answer?.body?.error?.code === 'second_factor_required') challenge = answer.body.error.details;
  if (answer && answer.status >= 200 && answer.status < 300) done = answer;
  return answer;
}

/** Returns what a form of this address has sent from the first page, once. */
export function takeSent(call: string): FirstAnswer | undefined {
  if (done?.call !== call) return undefined;
  const taken = done;
  done = undefined;
  return taken;
}

/** Returns true once if a phone number waits to be sent. */
export function takeWaiting(): boolean {
  const { firstUse } = window;
  const waits = firstUse?.waits === true;
  if (firstUse) firstUse.waits = false;
  return waits;
}

/** Returns the answer that was asked for while the site was loading, once, and only to whom it was given. */
export function takeFirstResponse(address: string, token: string | undefined): Promise<Response> | undefined {
  const { firstUse } = globalThis.window ?? {};
  const call = firstUse?.data?.find((one) => one.address === address && one.token === token);
  if (!firstUse?.data || !call) return undefined;
  firstUse.data = firstUse.data.filter((one) => one !== call);
  return Date.now() - call.at < FRESH_MS ? call.response : undefined;
}

/** The second step of a log-in that began on the first page. */
export const challengeBefore = (): unknown => challenge;

/** False for somebody who is logged in, and on a page that the server sent for another address. */
export function isFirstPageShown(): boolean {
  const isHidden = document.documentElement.dataset.firstHidden !== undefined;
  return !isHidden && document.getElementById('first') !== null;
}

/** Has to be called right before the page is replaced, so that nothing typed is lost. */
export function keepTyped(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('#first input[name]');
  typed = {
    values: Object.fromEntries([...fields].map(({ name, value }) => [name, value])),
    focused: [...fields].find((field) => field === document.activeElement)?.name,
  };
}

/** Remembers this page for the return after the log-in, unless a link that was just followed has already set another one. */
export function rememberArrival(place: string): void {
  const [pathname] = place.split(/[?#]/);
  // The first pages are rendered without a window.
  if (pathname !== globalThis.window?.firstUse?.leaves) rememberLastLocation(place);
}

/** Resolves when no finger is on the page, because a click goes to what was there when it began. */
export async function awaitRelease(): Promise<void> {
  await window.firstUse?.held;
}

/** Presses the button that was pressed before the page could answer. */
export function pressAgain(page: ParentNode): void {
  const { pressed } = window.firstUse ?? {};
  if (pressed === undefined) return;
  delete window.firstUse?.pressed;
  const nameOf = (button: HTMLElement) => button.ariaLabel ?? button.textContent;
  [...page.querySelectorAll('button')].find((button) => nameOf(button) === pressed)?.click();
}

export const typedBefore = (name: string): string => typed.values[name] ?? '';

export function failureBefore(call: string): string | undefined {
  const failure = globalThis.window?.firstUse?.failure;
  return failure?.call === call ? failure.message : undefined;
}

/** For the `ref` of a field: whoever was typing goes on at the end of the text. */
export function continueTyping(field: HTMLInputElement | null): void {
  if (!field || typed.focused !== field.name) return;
  typed = { ...typed, focused: undefined };
  field.focus({ preventScroll: true });
  // Setting the text moves the cursor behind it, also in fields for e-mail addresses, which have no selection.
  const { value } = field;
  field.value = '';
  field.value = value;
}
