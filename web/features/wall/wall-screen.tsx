import { Maximize } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Wall } from '#contract/endpoints/wall.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { blurBehind } from '#web/components/photo.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { type Slide, useWall, type WallStep } from './wall-player.ts';

/** Shows photos one after another, with the QR code of the event's page. */
export function WallScreen({ token, gone }: { token: string; gone: ReactNode }) {
  const { view, player, play, isTrusted } = useWall(token);
  const { data: wall, isGone, isReconnecting } = view;
  if (isGone) return gone;
  const { front, coming } = isTrusted ? player : { front: undefined, coming: undefined };
  return (
    <div className="fixed inset-0 grid grid-rows-[minmax(0,1fr)_auto] bg-bg text-ink desk:grid-cols-[minmax(0,1fr)_minmax(220px,22vw)] desk:grid-rows-1">
      <h1 tabIndex={-1} className="sr-only">
        {wall ? i18n.t('Live photos from {event}', { event: wall.event.name }) : i18n.t('Live wall')}
      </h1>
      <div className="relative min-h-0 overflow-hidden bg-sunk">
        {!front && <Waiting wall={wall} isReconnecting={isReconnecting || !isTrusted} />}
        {[front, coming].map((slide) =>
          slide ? <SlideView key={slide.key} slide={slide} isFront={slide === front} play={play} /> : null,
        )}
      </div>
      <Aside wall={wall} team={front?.photo.team} />
    </div>
  );
}

type SlideViewProps = { slide: Slide; isFront: boolean; play: (step: WallStep) => void };

function SlideView({ slide: { key, photo, address }, isFront, play }: SlideViewProps) {
  return (
    <div
      aria-hidden={!isFront}
      className={`absolute inset-0 transition-opacity duration-700 motion-reduce:transition-none ${isFront ? 'opacity-100' : 'opacity-0'}`}
    >
      <span className="absolute inset-0 bg-cover bg-center" ref={blurBehind(photo.placeholder)} />
      <img
        src={address}
        alt={photo.team}
        draggable={false}
        decoding="async"
        onLoad={() => play({ kind: 'loaded', key })}
        onError={() => play({ kind: 'broken', key })}
        className="absolute inset-0 size-full object-contain backdrop-blur-2xl"
      />
    </div>
  );
}

function Waiting({ wall, isReconnecting }: { wall: Wall | undefined; isReconnecting: boolean }) {
  const words = !wall
    ? i18n.t('Connecting')
    : isReconnecting
      ? i18n.t('Reconnecting')
      : wall.is_on
        ? i18n.t('New photos show up here')
        : i18n.t('The photo wall is off');
  return (
    <p
      role="status"
      className="absolute inset-0 grid place-content-center p-6 text-center text-22 font-bold text-ink-2 desk:text-36"
    >
      {words}
    </p>
  );
}

function Aside({ wall, team }: { wall: Wall | undefined; team: string | undefined }) {
  if (!wall) return <div className="p-4 desk:p-8" />;
  const path = wall.poster_path;
  return (
    <div className="flex items-center gap-4 p-4 desk:flex-col desk:items-stretch desk:justify-between desk:p-8">
      <div className="grid min-w-0 flex-1 content-start gap-1 desk:flex-none">
        <p className="text-14 text-ink-2 desk:text-18">{wall.event.name}</p>
        <p className="text-18 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36">
          {team}
        </p>
      </div>
      <div className="grid flex-none justify-items-center gap-2 desk:justify-items-stretch">
        {path && (
          <>
            <QrCode
              text={new URL(path, window.location.origin).href}
              label={i18n.t('QR code for the event page')}
              className="size-24 desk:size-full"
            />
            <p className="text-center text-12 font-semibold desk:text-18">{i18n.t('Find your photos')}</p>
          </>
        )}
      </div>
      {document.fullscreenEnabled && (
        <button
          type="button"
          aria-label={i18n.t('Full screen')}
          onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
          className={`${buttonStyle('ghost', 'icon')} absolute top-2 right-2 in-[:fullscreen]:hidden`}
        >
          <Maximize size={20} />
        </button>
      )}
    </div>
  );
}
