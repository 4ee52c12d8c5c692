import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDiskSpace } from './disk-space.ts';

test('a folder that was not made yet has the space of the disk that it will be on', async () => {
  const missing = join(tmpdir(), 'encore-no-such-folder', 'data');
  const [space, above] = await Promise.all([readDiskSpace(missing), readDiskSpace(tmpdir())]);
  expect(space.sizeBytes).toBe(above.sizeBytes);
});
