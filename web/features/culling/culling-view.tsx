import { type ReactNode, useState } from 'react';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { countOf } from '#web/lib/formats.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { CullingHeader } from './culling-header.tsx';
import { CULL_KEYS, type CullKey } from './culling-keys.ts';
import { CullingStage } from './culling-stage.tsx';
import { type CullFilter, countDecisions, matchingPhotos, nextToDecide, stacksOf } from './stacks.ts';
import { type CullingAlbum, useCull } from './use-cull.ts';

type CullingViewProps = {
  album: CullingAlbum;
  eventName: string | undefined;
  filter: CullFilter;
  onFilter: (filter: CullFilter) => void;
  onAlbum: (albumId: number) => void;
  /** The button that publishes the photos that are not rejected; the page passes it in. */
  publish: (photos: number, isSaving: boolean) => ReactNode;
  /** Chooses the album to move to; the page passes it in. */
  picker: (onPick: (albumId: number) => void) => ReactNode;
};

export function CullingView(props: CullingViewProps) {
  const { album, eventName, filter, onFilter, onAlbum, publish, picker } = props;
  const culling = useCull(album);
  const { photos, act, undo } = culling;
  const [current, setCurrent] = useState<{ id: number | undefined; place: number }>();
  const [moving, setMoving] = useState<number>();
  const stacks = stacksOf(matchingPhotos(photos, filter));
  const start = current?.id ?? nextToDecide(stacks, -1, new Set());
  const known = stacks.findIndex(({ frames }) => frames.some(({ id }) => id === start));
  // A photo that was moved away or no longer passes the filter leaves its place to the next one.
  const at = known >= 0 ? known : Math.min(current?.place ?? 0, stacks.length - 1);
  const stack = stacks[at];
  const photo = stack?.frames.find(({ id }) => id === start) ?? stack?.best;
  const { left, rejected } = countDecisions(photos);
  const isAllDecided = left === 0 && culling.note !== undefined;
  const doneNote = `All ${countOf(photos.length, 'photo')} decided${album.album.next ? '. ] opens the next album' : ''}`;
  const go = (id: number | undefined, place = at) => setCurrent({ id, place });
  const goOn = (decided: readonly number[]) =>
    photo && go(nextToDecide(stacks, photo.id, new Set(decided)) ?? photo.id);
  const run = (key: CullKey, isWholeBurst = false) => {
    if (key === 'previous' || key === 'next') {
      const neighbor = album.album[key];
      if (neighbor !== null) onAlbum(neighbor);
      return;
    }
    if (key === 'undo') {
      const [first] = undo();
      if (first !== undefined) go(first);
      return;
    }
    if (!photo || !stack) return;
    const frames = stack.frames.map(({ id }) => id);
    const images = isWholeBurst ? frames : [photo.id];
    if (key === 'best') {
      act({ action: 'best', images: frames, keep: photo.id });
      goOn(frames);
    } else if (key === 'keep' || key === 'reject') {
      act({ action: key, images });
      goOn(images);
    } else if (key === 'move') setMoving(photo.id);
    else if (key === 'right' || key === 'left')
      act({ action: 'rotate', images: [photo.id], turn: key === 'right' ? 90 : 270 });
    else act({ action: key, images: [photo.id] });
  };
  const press = (key: CullKey) => (event: KeyboardEvent) => {
    event.preventDefault();
    run(key === 'right' && event.shiftKey ? 'left' : key, event.shiftKey);
  };
  useHotkeys(Object.fromEntries(Object.entries(CULL_KEYS).map(([name, key]) => [name, press(key)])));
  const stepTo = (by: number) => go(stacks[at + by]?.best.id ?? photo?.id, at + by);
  const stepFrame = (by: number) => {
    const frames = stack?.frames ?? [];
    go(frames[frames.findIndex(({ id }) => id === photo?.id) + by]?.id ?? photo?.id);
  };
  return (
    <div
      data-fullscreen
      className="fixed inset-0 z-30 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] bg-bg text-ink"
    >
      <CullingHeader
        album={album}
        eventName={eventName}
        culling={culling}
        filter={filter}
        onFilter={onFilter}
        onKey={run}
      >
        {publish(photos.length - rejected, culling.waiting > 0)}
      </CullingHeader>
      {photo ? (
        <CullingStage
          album={album}
          stacks={stacks}
          at={at}
          photo={photo}
          note={isAllDecided ? doneNote : culling.note}
          onGo={go}
          onStep={stepTo}
          onFrame={stepFrame}
          onKey={run}
        />
      ) : (
        <div className="p-4 desk:p-6">
          <EmptyState
            title="No photos here"
            sentence="Choose another filter, or upload photos into this album."
          />
        </div>
      )}
      {moving !== undefined && (
        <Sheet title="Move this photo" onClose={() => setMoving(undefined)}>
          <div className="grid h-[50dvh] pb-3">
            {picker((to) => {
              setMoving(undefined);
              act({ action: 'move', images: [moving], to });
              goOn([moving]);
            })}
          </div>
        </Sheet>
      )}
    </div>
  );
}
