// Notes at the edge of the screen. Their library loads with the first note, because most first visits show none.

import type { ExternalToast } from 'sonner';
import { i18n } from '#web/lib/i18n.ts';
import { messageOf } from './api-error.ts';
import { createStore, useStore } from './storage.ts';

type ToastId = string | number;

const UNDO_MS = 10_000;

let count = 0;
const hasNotes = createStore(false);
let setMounted: () => void = () => undefined;
const mounted = new Promise<void>((resolve) => {
  setMounted = resolve;
});

/** True once there was a note, which is when the place for notes has to be on the page. */
export const useHasNotes = () => useStore(hasNotes);

/** Called by the place for notes. The library drops notes that are shown before. */
export const notesAreMounted = () => setMounted();

async function library() {
  const [{ toast: shown }] = await Promise.all([import('sonner'), mounted]);
  return shown;
}

function show(kind: 'message' | 'error', text: string | undefined, options: ExternalToast = {}): ToastId {
  count += 1;
  const id = options.id ?? `note-${count}`;
  hasNotes.write(true);
  void library().then((shown) => shown[kind](text, { ...options, id }));
  return id;
}

export const toast = Object.assign(
  (text: string | undefined, options?: ExternalToast) => show('message', text, options),
  {
    error: (text: string, options?: ExternalToast) => show('error', text, options),
    failure: (error: unknown) => show('error', messageOf(error)),
    /** Confirms an action and, unless `undo` is left out, offers to undo it. */
    undo: (text: string, undo: (() => unknown) | undefined, options?: ExternalToast) =>
      show('message', text, {
        duration: UNDO_MS,
        ...options,
        ...(undo && { action: { label: i18n.t('Undo'), onClick: () => void undo() } }),
      }),
    /** Without an id all notes go. */
    dismiss(id?: ToastId): void {
      if (hasNotes.read()) void library().then((shown) => shown.dismiss(id));
    },
  },
);
