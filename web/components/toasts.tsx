import { Toaster } from 'sonner';

export function Toasts() {
  return (
    <Toaster
      position="bottom-center"
      offset={24}
      mobileOffset={{ bottom: 'calc(88px + env(safe-area-inset-bottom))' }}
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
