import { Toaster } from 'sonner';

export function Toasts() {
  return (
    <Toaster
      position="top-center"
      offset={80}
      mobileOffset={72}
      toastOptions={{
        style: {
          background: 'var(--ink)',
          color: 'var(--bg)',
          border: 0,
          borderRadius: 999,
          fontFamily: 'inherit',
          fontSize: '0.9375rem',
          fontWeight: 600,
        },
      }}
    />
  );
}
