import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-json';

/** English sentences in the source are the keys. `npm run messages` brings the catalogs up to date. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    {
      path: 'contract/messages/{locale}',
      include: ['contract', 'server', 'web'],
      exclude: ['**/*.test.*', '**/testing/**', '**/node_modules/**'],
    },
  ],
  format: formatter({ style: 'minimal' }),
  orderBy: 'origin',
  runtimeConfigModule: { Trans: ['#web/components/trans.tsx', 'Trans'] },
});
