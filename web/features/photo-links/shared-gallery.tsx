import { Download } from 'lucide-react';
import { useState } from 'react';
import { photoLinkEndpoints, type SharedPhotos } from '#contract/endpoints/photo-links.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { JustifiedList } from '#web/components/justified-list.tsx';
import { LocalText } from '#web/components/local-text.tsx';
import { blurBehind } from '#web/components/photo.tsx';
import { PhotoDialog } from '#web/components/photo-dialog.tsx';
import { Trans } from '#web/components/trans.tsx';
import { formatDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { ratioOf } from '#web/lib/justify-rows.ts';
import { addressOf } from '#web/lib/transport.ts';

const DESK_WIDTH = 900;

export function SharedGallery({ shared }: { shared: SharedPhotos }) {
  const { title, event, owner_first_name, images, auth, ends_at } = shared;
  const [openIndex, setOpenIndex] = useState<number>();
  const [onlyImage, ...others] = images;
  const isSingle = others.length === 0;
  const heightAt = (width: number) => {
    const isDesk = width >= DESK_WIDTH;
    if (onlyImage && isSingle) return Math.min(width / ratioOf(onlyImage), isDesk ? 720 : 620);
    return isDesk ? 300 : 200;
  };
  return (
    <>
      <header className="grid gap-1 px-4 desk:px-6">
        <h1
          tabIndex={-1}
          className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36"
        >
          {title}
        </h1>
        <p className="text-15 text-ink-2">{event}</p>
        <p className="text-14 text-ink-2">
          <Trans
            id="{name} shared {count, plural, one {# photo} other {# photos}} with you. The link works until <date>{date}</date>."
            values={{ name: owner_first_name, count: images.length, date: formatDay(ends_at) }}
            components={{ date: <LocalText text={formatDay(ends_at)} /> }}
          />
        </p>
      </header>
      <JustifiedList
        items={images}
        shapeOf={(image) => image}
        deskWidth={DESK_WIDTH}
        heightAt={heightAt}
        className="mx-[3px] min-h-[200px] desk:mx-6"
      >
        {(image, index) => (
          <button
            ref={blurBehind(image.placeholder)}
            type="button"
            aria-haspopup="dialog"
            aria-label={i18n.t('Photo {position} of {count}', { position: index + 1, count: images.length })}
            onClick={() => setOpenIndex(index)}
            className="absolute inset-0 bg-cover focus-visible:outline-4 focus-visible:-outline-offset-4"
          >
            <img
              src={sharedAddress(image.id, isSingle ? 'preview' : 'thumb', auth)}
              alt=""
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
          </button>
        )}
      </JustifiedList>
      {openIndex !== undefined && (
        <SharedPhoto
          shared={shared}
          index={openIndex}
          onTurn={setOpenIndex}
          onClose={() => setOpenIndex(undefined)}
        />
      )}
    </>
  );
}

type SharedPhotoProps = {
  shared: SharedPhotos;
  index: number;
  onTurn: (index: number) => void;
  onClose: () => void;
};

function SharedPhoto({ shared, index, onTurn, onClose }: SharedPhotoProps) {
  const { images, title, auth, downloads } = shared;
  const image = images[index];
  if (!image) return null;
  return (
    <PhotoDialog
      title={title}
      index={index}
      count={images.length}
      onTurn={onTurn}
      onClose={onClose}
      actions={
        downloads && (
          <a
            href={sharedAddress(image.id, 'original', auth)}
            download
            className={buttonStyle('line', 'small')}
          >
            <Download size={18} strokeWidth={1.8} />
            {i18n.t('Download')}
          </a>
        )
      }
    >
      <img
        key={image.id}
        src={sharedAddress(image.id, 'preview', auth)}
        alt={i18n.t('Photo {position} of {count}', { position: index + 1, count: images.length })}
        className="max-h-full max-w-full object-contain"
      />
    </PhotoDialog>
  );
}

function sharedAddress(imageId: number, variant: 'thumb' | 'preview' | 'original', auth: string): string {
  return addressOf(photoLinkEndpoints.sharedImage, {
    params: { name: `${imageId}.${variant}` },
    query: { auth },
  });
}
