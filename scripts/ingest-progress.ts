import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '#server/modules/ingest/ingest-folder.ts';

const LINE_EVERY_MS = 5_000;

export function showProgress(): { update(progress: Progress): void; stop(): void } {
  return process.stdout.isTTY ? showBar() : showLines();
}

function showBar() {
  const format = ' {bar} {value}/{total} files | {duration_formatted}';
  const bar = new SingleBar({ format, hideCursor: true }, Presets.shades_classic);
  bar.start(0, 0);
  return {
    update({ done, total }: Progress) {
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

function showLines() {
  let last = 0;
  let line = '';
  return {
    update({ done, total }: Progress) {
      line = `${done} of ${total} files`;
      if (Date.now() - last < LINE_EVERY_MS) return;
      last = Date.now();
      console.log(line);
    },
    stop: () => console.log(line || '0 of 0 files'),
  };
}
