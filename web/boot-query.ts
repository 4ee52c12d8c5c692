export { QueryClientProvider } from '@tanstack/react-query';
