// Notes at the edge of the screen. Their library loads with the first note, because most first visits show none.

import type { ExternalToast } from 'sonner';

export type ToastId = string | number;

let count = 0;

function show(kind: 'message' | 'error', text: string | undefined, options: ExternalToast = {}): ToastId {
  count += 1;
  const id = options.id ?? `note-${count}`;
  void import('sonner').then(({ toast: library }) => library[kind](text, { ...options, id }));
  return id;
}

export const toast = Object.assign(
  (text: string | undefined, options?: ExternalToast) => show('message', text, options),
  {
    error: (text: string, options?: ExternalToast) => show('error', text, options),
    /** Without an id all notes go. */
    dismiss: (id?: ToastId) => void import('sonner').then(({ toast: library }) => library.dismiss(id)),
  },
);
