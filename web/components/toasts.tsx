import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { notesAreMounted } from '#web/lib/toast.ts';

type ToastsProps = {
  /** A note at the bottom would cover the film strip of an open photo, or the field of a chat. */
  isAtTop?: boolean;
};

export function Toasts({ isAtTop = false }: ToastsProps) {
  // Runs after the effect in which the library begins to listen.
  useEffect(notesAreMounted, []);
  return (
    <Toaster
      position={isAtTop ? 'top-center' : 'bottom-center'}
      offset={{ bottom: 24, top: 76 }}
      mobileOffset={{
        bottom: 'calc(88px + env(safe-area-inset-bottom))',
        top: 'calc(72px + env(safe-area-inset-top))',
      }}
      style={{ fontFamily: 'var(--font)' }}
      toastOptions={{
        style: {
          background: 'var(--ink)',
          color: 'var(--bg)',
          border: 0,
          borderRadius: 999,
          fontSize: '0.9375rem',
          fontWeight: 600,
        },
      }}
    />
  );
}
