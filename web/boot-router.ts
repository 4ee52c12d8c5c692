export { QueryClientProvider } from '@tanstack/react-query';
export { RouterProvider } from '@tanstack/react-router';
