import { Download, ImageDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { downloadPhotos, type OwnPhotos } from './download-photos.ts';
import { canSharePhotos } from './share-photos.ts';
import { type SaveState, useSavePhotos } from './use-save-photos.ts';

/** "Save to Photos" on phones, and downloads everywhere else. */
export function SavePhotos({ photos }: { photos: OwnPhotos }) {
  return canSharePhotos() ? <SaveToPhotos photos={photos} /> : <DownloadPhotos photos={photos} />;
}

function DownloadPhotos({ photos }: { photos: OwnPhotos }) {
  const [isRunning, setIsRunning] = useState(false);
  const count = photos.images.length;
  const download = async () => {
    setIsRunning(true);
    await downloadPhotos(photos);
    setIsRunning(false);
  };
  return (
    <Button className="h-[50px]!" isBusy={isRunning} onClick={() => void download()}>
      {!isRunning && <Download aria-hidden size={20} strokeWidth={1.8} />}
      {count === 1 ? 'Download' : `Download ${count} photos`}
    </Button>
  );
}

function SaveToPhotos({ photos }: { photos: OwnPhotos }) {
  const { state, save, total, batchEnd } = useSavePhotos(photos);
  return (
    <div className="grid gap-2">
      <Button className="h-[50px]!" isBusy={state.phase === 'loading'} onClick={save}>
        {state.phase !== 'loading' && <ImageDown aria-hidden size={20} strokeWidth={1.8} />}
        {labelOf(state, total, batchEnd)}
      </Button>
      {state.phase === 'loading' && total > 1 && (
        <ProgressBar label="Loading photos" value={state.saved + state.loaded} max={total} isThin />
      )}
      <p role="status" className="text-center text-14 text-ink-2 empty:hidden">
        {wordsOf(state, total)}
      </p>
      <Button kind="ghost" size="small" onClick={() => void downloadPhotos(photos)}>
        Download as files instead
      </Button>
    </div>
  );
}

function labelOf(state: SaveState, total: number, batchEnd: (saved: number) => number): string {
  if (state.phase === 'ready' && batchEnd(0) < total) {
    return `Save photos ${state.saved + 1} to ${batchEnd(state.saved)}`;
  }
  return state.phase === 'failed' ? 'Try again' : 'Save to Photos';
}

function wordsOf(state: SaveState, total: number): string {
  switch (state.phase) {
    case 'loading':
      return `Loading photo ${Math.min(state.saved + state.loaded + 1, total)} of ${total}`;
    case 'ready':
      return state.saved > 0
        ? `${countOf(state.saved, 'photo')} handed over, ${total - state.saved} left.`
        : 'Ready. Tap again to save.';
    case 'saved':
      return total === 1 ? 'The photo was handed to your phone.' : 'All photos were handed to your phone.';
    case 'downloaded':
      return 'Your phone takes no pictures here, so they are downloaded as files.';
    case 'failed':
      return state.message;
    default:
      return '';
  }
}
