import { type ReactNode, useState } from 'react';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { countOf } from '#web/lib/formats.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { CullingGrid } from './culling-grid.tsx';
import { CullingHeader, type View } from './culling-header.tsx';
import { type CullKey, cullKeyOf } from './culling-keys.ts';
import { CullingStage } from './culling-stage.tsx';
import { answerSold } from './save-queue.ts';
import { type CullFilter, countDecisions, matchingPhotos, nextToDecide, stacksOf } from './stacks.ts';
import { type CullingAlbum, useCull, useImageAddress } from './use-cull.ts';

type CullingViewProps = {
  album: CullingAlbum;
  filter: CullFilter;
  onFilter: (filter: CullFilter) => void;
  onAlbum: (albumId: number) => void;
  /** Chooses the album to move to; the page passes it in. */
  picker: (onPick: (albumId: number) => void) => ReactNode;
};

export function CullingView({ album, filter, onFilter, onAlbum, picker }: CullingViewProps) {
  const culling = useCull(album);
  const { photos, act, undo } = culling;
  const [view, setView] = useState<View>('photo');
  const [current, setCurrent] = useState<{ id: number | undefined; place: number }>();
  const [moving, setMoving] = useState<number[]>();
  const addressOf = useImageAddress(album);
  const stacks = stacksOf(matchingPhotos(photos, filter));
  const start = current?.id ?? nextToDecide(stacks, -1, new Set());
  const known = stacks.findIndex(({ frames }) => frames.some(({ id }) => id === start));
  // A photo that was moved away or no longer passes the filter leaves its place to the next one.
  const at = known >= 0 ? known : Math.min(current?.place ?? 0, stacks.length - 1);
  const stack = stacks[at];
  const photo = stack?.frames.find(({ id }) => id === start) ?? stack?.best;
  const isAllDecided = countDecisions(photos).left === 0 && culling.note !== undefined;
  const doneNote = `All ${countOf(photos.length, 'photo')} decided${album.album.next ? '. ] opens the next album' : ''}`;
  const go = (id: number | undefined, place = at) => setCurrent({ id, place });
  const show = (id: number) => {
    go(id);
    setView('photo');
  };
  const goOn = (decided: readonly number[]) =>
    photo && go(nextToDecide(stacks, photo.id, new Set(decided)) ?? photo.id);
  const decideStage = (key: CullKey, isWholeBurst: boolean) => {
    if (!photo || !stack) return;
    const images = isWholeBurst ? stack.frames.map(({ id }) => id) : [photo.id];
    if (key === 'best') {
      const all = stack.frames.map(({ id }) => id);
      act({ action: 'best', images: all, keep: photo.id });
      return goOn(all);
    }
    if (key === 'keep' || key === 'reject') {
      act({ action: key, images });
      return goOn(images);
    }
    change(key, [photo.id]);
  };
  const change = (key: CullKey, images: number[]) => {
    if (images.length === 0) return;
    if (key === 'move') setMoving(images);
    else if (key === 'right' || key === 'left')
      act({ action: 'rotate', images, turn: key === 'right' ? 90 : 270 });
    else if (key === 'cover') act({ action: 'cover', images: images.slice(0, 1) });
    else if (key === 'keep' || key === 'reject' || key === 'restore') act({ action: key, images });
  };
  const run = (key: CullKey, isWholeBurst = false) => {
    const neighbor =
      key === 'previous' ? album.album.previous : key === 'next' ? album.album.next : undefined;
    if (neighbor) onAlbum(neighbor);
    else if (key === 'undo') {
      const [first] = undo();
      if (first !== undefined) go(first);
    } else if (neighbor === undefined && view === 'photo') decideStage(key, isWholeBurst);
  };
  const runKey = (event: KeyboardEvent) => {
    const key = cullKeyOf(event);
    if (!key) return;
    event.preventDefault();
    run(key, event.shiftKey);
  };
  const names = ['k', 'x', 'e', 'b', 'r', 'm', 'c', 'u', 'ctrl+z', '[', ']'];
  useHotkeys({
    ...Object.fromEntries(names.map((name) => [name, runKey])),
    g: () => setView(view === 'grid' ? 'photo' : 'grid'),
  });
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
        culling={culling}
        view={view}
        filter={filter}
        onView={setView}
        onFilter={onFilter}
        onAlbum={onAlbum}
        onKey={run}
      />
      {stack && photo && view === 'photo' ? (
        <CullingStage
          album={album}
          stacks={stacks}
          at={at}
          photo={photo}
          addressOf={addressOf}
          note={isAllDecided ? doneNote : culling.note}
          onGo={go}
          onStep={stepTo}
          onFrame={stepFrame}
          onKey={run}
        />
      ) : stacks.length === 0 ? (
        <div className="p-4 desk:p-6">
          <EmptyState
            title="No photos here"
            sentence="Choose another filter, or upload photos into this album."
          />
        </div>
      ) : (
        <CullingGrid
          album={album}
          photos={photos}
          filter={filter}
          startId={photo?.id}
          addressOf={(one: CulledPhoto) => addressOf(one, 'thumb')}
          onOpen={show}
          onChange={change}
        />
      )}
      {moving && (
        <Sheet title={`Move ${countOf(moving.length, 'photo')}`} onClose={() => setMoving(undefined)}>
          <div className="grid h-[50dvh] pb-3">
            {picker((to) => {
              setMoving(undefined);
              act({ action: 'move', images: moving, to });
              if (view === 'photo') goOn(moving);
            })}
          </div>
        </Sheet>
      )}
      {culling.soldTo !== undefined && (
        <ConfirmDialog
          title="Take photos out of a sold album?"
          sentence={`${countOf(culling.soldTo, 'customer')} bought this album and would lose these photos. You can undo it.`}
          confirmLabel="Take them out"
          onConfirm={() => answerSold(true)}
          onCancel={() => answerSold(false)}
        />
      )}
    </div>
  );
}
