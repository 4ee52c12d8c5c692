import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Layers, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { ButtonKey } from '#web/components/keys-sheet.tsx';
import { decisionOf, isSoft, type Stack } from './stacks.ts';

const TILE_PX = 90;

type FilmstripProps = {
  stacks: readonly Stack[];
  /** The place of the photo that is shown. */
  at: number;
  thumbOf: (photo: CulledPhoto) => string;
  onGo: (imageId: number) => void;
};

/** All photos in a row with their decisions; a burst is one of them. */
export function Filmstrip({ stacks, at, thumbOf, onGo }: FilmstripProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: stacks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE_PX,
    overscan: 6,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.scrollToIndex(at, { align: 'center' }), [virtualizer, at]);
  return (
    <nav
      ref={scroller}
      aria-label="Film strip"
      className="overflow-x-auto overflow-y-hidden border-line border-t bg-sunk [scrollbar-width:none]"
    >
      <div className="relative h-[68px] desk:h-[88px]" style={{ width: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const stack = stacks[index];
          if (!stack) return null;
          const decision = decisionOfStack(stack);
          const isHere = index === at;
          return (
            <button
              key={stack.key}
              type="button"
              tabIndex={isHere ? 0 : -1}
              aria-current={isHere || undefined}
              aria-label={nameOf(stack)}
              onClick={() => onGo(stack.best.id)}
              style={{ transform: `translateX(${start}px)`, width: TILE_PX - 4 }}
              className="absolute top-1 bottom-1 left-0.5 my-auto h-[58px] overflow-hidden rounded-[6px] aria-[current]:outline-2 aria-[current]:outline-ink desk:h-[72px]"
            >
              <img
                src={thumbOf(stack.best)}
                alt=""
                draggable={false}
                className={`size-full object-cover ${decision === 'rejected' ? 'opacity-25 grayscale' : decision === 'kept' || isHere ? '' : 'opacity-65'}`}
              />
              <DecisionMark decision={decision} />
              {stack.frames.length > 1 && (
                <span className="absolute bottom-1 left-1 flex items-center gap-1 rounded-[5px] bg-[rgb(0_0_0/.7)] px-1.5 text-11 leading-4 font-bold text-white">
                  <Layers size={11} />
                  {stack.frames.length}
                </span>
              )}
            </button>
          );
        })}
      </div>
    </nav>
  );
}

function DecisionMark({ decision }: { decision: ReturnType<typeof decisionOf> }) {
  if (!decision) return null;
  const Icon = decision === 'kept' ? Check : X;
  return (
    <span
      className={`absolute top-1 right-1 grid size-5 place-items-center rounded-full text-bg ${decision === 'kept' ? 'bg-ok' : 'bg-bad'}`}
    >
      <Icon size={13} strokeWidth={3} />
    </span>
  );
}

/** A burst is decided once all its frames are; one kept frame makes it kept. */
function decisionOfStack({ frames }: Stack) {
  const decisions = frames.map(decisionOf);
  if (decisions.includes(null)) return null;
  return decisions.includes('kept') ? 'kept' : 'rejected';
}

const nameOf = (stack: Stack) =>
  [
    stack.best.file_name,
    stack.frames.length > 1 && `burst of ${stack.frames.length}`,
    decisionOfStack(stack) ?? 'open',
  ]
    .filter(Boolean)
    .join(', ');

type BurstProps = {
  stack: Stack;
  shown: CulledPhoto;
  thumbOf: (photo: CulledPhoto) => string;
  onGo: (imageId: number) => void;
  onBest: () => void;
};

/** The frames of a burst side by side, the sharpest named. */
export function Burst({ stack, shown, thumbOf, onGo, onBest }: BurstProps) {
  const { frames, best } = stack;
  return (
    <section aria-label={`Burst of ${frames.length}`} className="flex min-w-0 gap-2.5 desk:grid">
      <div className="flex items-baseline justify-between not-desk:sr-only">
        <h2 className="text-14 font-bold">Burst of {frames.length}</h2>
        <span className="text-13 text-ink-2 tabular-nums">{secondsOf(frames)}</span>
      </div>
      <div className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto p-0.5 desk:grid desk:max-h-[46dvh] desk:grid-cols-2 desk:overflow-y-auto">
        {frames.map((frame) => {
          const isBest = frame.id === best.id;
          return (
            <button
              key={frame.id}
              type="button"
              aria-current={frame.id === shown.id || undefined}
              aria-label={[
                frame.file_name,
                isBest ? 'sharpest' : isSoft(stack, frame) && 'soft',
                decisionOf(frame) ?? 'open',
              ]
                .filter(Boolean)
                .join(', ')}
              onClick={() => onGo(frame.id)}
              className={`relative aspect-[3/2] h-14 flex-none overflow-hidden rounded-[8px] aria-[current]:outline-2 aria-[current]:outline-ink desk:h-auto ${isBest ? 'desk:order-first desk:col-span-2' : ''}`}
            >
              <img
                src={thumbOf(frame)}
                alt=""
                draggable={false}
                className={`size-full object-cover ${frame.is_rejected ? 'opacity-25 grayscale' : ''}`}
              />
              <DecisionMark decision={decisionOf(frame)} />
              {(isBest || isSoft(stack, frame)) && (
                <span
                  className={`absolute bottom-1 left-1 rounded-[6px] px-1.5 text-11 leading-4 font-bold desk:text-12 ${isBest ? 'bg-ok text-bg' : 'bg-[rgb(0_0_0/.65)] text-white'}`}
                >
                  {isBest ? 'Sharpest' : 'Soft'}
                </span>
              )}
            </button>
          );
        })}
      </div>
      <button
        type="button"
        onClick={onBest}
        className="h-9 flex-none self-center rounded-full px-3 text-13 font-[650] shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-raised desk:w-full"
      >
        <span className="not-desk:hidden">Keep this one, reject {frames.length - 1}</span>
        <span className="desk:hidden">Keep only this</span>
        <ButtonKey name="B" className="ml-2" />
      </button>
    </section>
  );
}

function secondsOf(frames: readonly CulledPhoto[]): string {
  const times = frames.flatMap(({ captured_at }) => (captured_at ? [Date.parse(captured_at)] : []));
  return times.length < 2 ? '' : `${((Math.max(...times) - Math.min(...times)) / 1000).toFixed(1)} s`;
}
