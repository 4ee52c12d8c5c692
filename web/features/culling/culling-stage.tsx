import { Check, FolderInput, Images, RotateCw, X, ZoomIn } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { dateFormat } from '#web/lib/formats.ts';
import { createStore, useStore } from '#web/lib/storage.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { CULLING_HINTS, type CullKey } from './culling-keys.ts';
import { Burst, Filmstrip } from './filmstrip.tsx';
import { photosAhead, type Stack } from './stacks.ts';
import { Stage, usePreload } from './stage.tsx';
import { type CullingAlbum, useImageAddress } from './use-cull.ts';

/** Stays as it is from album to album. */
const loupe = createStore(true);

type CullingStageProps = {
  album: CullingAlbum;
  stacks: readonly Stack[];
  at: number;
  photo: CulledPhoto;
  /** The last action. */
  note: string | undefined;
  onGo: (imageId: number) => void;
  onStep: (by: number) => void;
  onFrame: (by: number) => void;
  onKey: (key: CullKey) => void;
};

/** One photo at a time: the photo, its burst, the film strip and the keys. */
export function CullingStage(props: CullingStageProps) {
  const { album, stacks, at, photo, note, onGo, onStep, onFrame, onKey } = props;
  const addressOf = useImageAddress(album);
  const [isZoomed, setIsZoomed] = useState(false);
  const [faceOf, setFaceOf] = useState({ photo: 0, face: 0 });
  const hasLoupe = useStore(loupe);
  const stack = stacks[at];
  const face = faceOf.photo === photo.id ? faceOf.face : 0;
  usePreload(photosAhead(stacks, at).map((one) => addressOf(one, 'preview')));
  const handled = (act: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    act();
  };
  useHotkeys({
    arrowright: handled(() => onStep(1)),
    arrowleft: handled(() => onStep(-1)),
    arrowdown: handled(() => onFrame(1)),
    arrowup: handled(() => onFrame(-1)),
    z: () => setIsZoomed(!isZoomed),
    l: () => loupe.write(!hasLoupe),
    f: () => setFaceOf({ photo: photo.id, face: face + 1 }),
    escape: () => setIsZoomed(false),
  });
  const addresses = {
    preview: addressOf(photo, 'preview'),
    original: addressOf(photo, 'original'),
  };
  const thumbOf = (one: CulledPhoto) => addressOf(one, 'thumb');
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto_auto_auto] desk:grid-cols-[minmax(0,1fr)_304px] desk:grid-rows-[minmax(0,1fr)_auto_auto]">
      <section aria-label="Photo" className="relative overflow-hidden bg-[#000]">
        <Stage
          photo={photo}
          addresses={addresses}
          isZoomed={isZoomed}
          hasLoupe={hasLoupe}
          face={face}
          onZoom={setIsZoomed}
          onStep={onStep}
        />
        <p className="sr-only" aria-live="polite">
          {`${photo.file_name}, ${at + 1} of ${stacks.length}`}
        </p>
        {note && (
          <div className="-translate-x-1/2 absolute bottom-5 left-1/2 flex max-w-[90%] items-center rounded-full bg-ink pr-1 pl-4 text-14 leading-9 font-semibold text-bg">
            <p role="status" className="truncate">
              {note}
            </p>
            <button
              type="button"
              className="ml-2 h-7 flex-none rounded-full px-3 leading-7 hover:bg-[rgb(128_128_128/.35)] not-desk:hidden"
              onClick={() => onKey('undo')}
            >
              Undo
            </button>
          </div>
        )}
      </section>
      <aside
        aria-label="Details"
        className="flex min-w-0 border-line bg-sunk px-2 py-1.5 empty:hidden desk:grid desk:content-start desk:gap-4 desk:overflow-y-auto desk:border-l desk:p-4"
      >
        {stack && stack.frames.length > 1 && (
          <Burst stack={stack} shown={photo} thumbOf={thumbOf} onGo={onGo} onBest={() => onKey('best')} />
        )}
        <Facts
          photo={photo}
          stack={stack}
          timeZone={album.album.time_zone}
          isCover={photo.id === album.cover}
        />
      </aside>
      <div className="min-w-0 desk:col-span-2">
        <Filmstrip stacks={stacks} at={at} thumbOf={thumbOf} onGo={onGo} />
      </div>
      <KeyBar />
      <PhoneBar photo={photo} onKey={onKey} onZoom={() => setIsZoomed(!isZoomed)} />
    </div>
  );
}

/** Frames of a burst differ in seconds. */
const timeWithSeconds = (iso: string, timeZone: string) =>
  dateFormat({ timeStyle: 'medium', timeZone }).format(new Date(iso));

type FactsProps = { photo: CulledPhoto; stack: Stack | undefined; timeZone: string; isCover: boolean };

function Facts({ photo, stack, timeZone, isCover }: FactsProps) {
  const sharpest = stack && stack.frames.length > 1 ? stack.best.sharpness : null;
  const facts: [string, string | null | undefined | false][] = [
    ['File', photo.file_name],
    ['Time', photo.captured_at && timeWithSeconds(photo.captured_at, timeZone)],
    ['Camera', photo.camera_serial],
    ['Photographer', photo.photographer],
    [
      'Sharpness',
      sharpest !== null &&
        photo.sharpness !== null &&
        `${Math.round((100 * photo.sharpness) / sharpest)}% of the sharpest`,
    ],
    ['Faces', photo.faces && String(photo.faces.length)],
    ['Size', `${photo.width} × ${photo.height}`],
    ['Similar', photo.alike && (photo.alike.is_best ? 'The sharpest' : 'A sharper one exists')],
    ['Cover', isCover && 'Picked'],
    ['Turning', photo.is_turning && 'Ready in a moment'],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1.5 text-13 not-desk:hidden">
      {facts.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt className="text-ink-2">{name}</dt>
              <dd className="text-right font-semibold wrap-anywhere tabular-nums">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function KeyBar() {
  return (
    <ul
      aria-label="Keys"
      className="flex h-11 items-center gap-4 overflow-x-auto border-line border-t px-4 text-13 whitespace-nowrap text-ink-2 not-desk:hidden desk:col-span-2"
    >
      {CULLING_HINTS.filter(({ short }) => short).map(({ keys, short }) => (
        <li key={short}>
          {keys.map((key) => (
            <kbd
              key={key}
              className="mr-1 rounded-[5px] border border-edge bg-raised px-1.5 text-12 font-semibold text-ink"
            >
              {key}
            </kbd>
          ))}
          {short}
        </li>
      ))}
    </ul>
  );
}

const BIG = 'flex h-12 flex-1 items-center justify-center gap-2 rounded-full text-16 font-bold';

type PhoneBarProps = { photo: CulledPhoto; onKey: (key: CullKey) => void; onZoom: () => void };

function PhoneBar({ photo, onKey, onZoom }: PhoneBarProps) {
  const tools = [
    ['Zoom 1:1', ZoomIn, onZoom],
    ['Turn right', RotateCw, () => onKey('right')],
    ['Cover', Images, () => onKey('cover')],
    ['Move', FolderInput, () => onKey('move')],
  ] as const;
  return (
    <div className="grid gap-1 border-line border-t px-2 pt-1 pb-[calc(8px+env(safe-area-inset-bottom))] desk:hidden">
      <div className="flex justify-around">
        {tools.map(([label, Icon, act]) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            className="grid size-11 flex-none place-items-center rounded-full hover:bg-raised"
            onClick={act}
          >
            <Icon size={20} />
          </button>
        ))}
      </div>
      <div className="flex gap-2">
        <button
          type="button"
          aria-pressed={photo.is_rejected}
          className={`${BIG} bg-bad-bg text-bad`}
          onClick={() => onKey('reject')}
        >
          <X size={20} strokeWidth={3} />
          Reject
        </button>
        <button
          type="button"
          aria-pressed={photo.is_kept}
          className={`${BIG} bg-ok-bg text-ok`}
          onClick={() => onKey('keep')}
        >
          <Check size={20} strokeWidth={3} />
          Keep
        </button>
      </div>
    </div>
  );
}
