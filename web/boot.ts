import './theme/theme.css';
import { nextTask } from '#web/lib/next-task.ts';
import { hideSecrets } from '#web/lib/take-secret.ts';

hideSecrets();

// The libraries run in tasks of their own, so that a slow phone can answer a finger in between.
await import('./boot-react.ts');
await nextTask();
await import('./boot-query.ts');
await nextTask();
const { start } = await import('./main.tsx');
await nextTask();
await start();
