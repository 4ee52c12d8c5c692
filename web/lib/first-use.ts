// Goes on with what a visitor has typed on the page that the server sent (public/first.js), before this script was there.

type FirstAnswer = {
  status: number;
  body?: { jwt?: string; user?: unknown; error?: { code?: string; message?: string; details?: unknown } };
};

declare global {
  interface Window {
    /** Set by public/first.js. `answer` is the log-in that was sent, `failure` the sentence about one that failed. */
    firstUse?: { answer?: Promise<FirstAnswer>; failure?: string };
  }
}

type Typed = { values: Readonly<Record<string, string>>; focused: string | undefined };

let typed: Typed = { values: {}, focused: undefined };

let challenge: unknown;

/** Resolves when a log-in that was sent from the first page is answered. */
export async function awaitFirstLogIn(): Promise<FirstAnswer | undefined> {
  const { firstUse } = window;
  const answer = await firstUse?.answer;
  // Taken once, so that a log-in that is sent later is not mistaken for this one.
  if (firstUse) firstUse.answer = undefined;
  if (answer?.body?.error?.code === 'second_factor_required') challenge = answer.body.error.details;
  return answer;
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

export const typedBefore = (name: string): string => typed.values[name] ?? '';

export const failureBefore = (): string | undefined => globalThis.window?.firstUse?.failure;

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
