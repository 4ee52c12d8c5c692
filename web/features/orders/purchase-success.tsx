import { Link } from '@tanstack/react-router';
import { Check, Users } from 'lucide-react';
import type { Album } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { shareLink } from '#web/components/share-link.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';

type PurchaseSuccessProps = { album: Album; type: 'album' | 'image'; orderKey: string };

export function PurchaseSuccess({ album, type, orderKey }: PurchaseSuccessProps) {
  const { email } = useUser();
  const isAlbum = type === 'album';
  return (
    <section className="mx-auto grid w-full max-w-[520px] justify-items-center gap-4 py-6 text-center desk:py-12">
      <span className="grid size-24 place-items-center rounded-full bg-ok-bg text-ok">
        <Check aria-hidden size={52} strokeWidth={2.4} />
      </span>
      <h1
        ref={focusOnMount}
        tabIndex={-1}
        className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36"
      >
        {isAlbum ? 'The album is yours' : 'The photo is yours'}
      </h1>
      <p className="text-ink-2 text-balance">
        {isAlbum
          ? `All ${countOf(album.images_count, 'photo')} of ${teamName(album)}, full size and without watermark.`
          : `One photo of ${teamName(album)}, full size and without watermark.`}{' '}
        Your receipt is on its way to <b className="break-words text-ink">{email}</b>.
      </p>
      <div className="grid w-full gap-2 pt-3 desk:flex desk:w-auto">
        <Link to={paths.myAlbums} className={`${buttonStyle()} h-[50px]!`}>
          {isAlbum ? 'Download album' : 'Download photo'}
        </Link>
        <Button
          kind="line"
          className="h-[50px]!"
          onClick={() => void shareLink(teamName(album), paths.viewAlbum(album.uuid))}
        >
          <Users aria-hidden size={20} strokeWidth={1.8} />
          Invite family
        </Button>
      </div>
      <p className="flex flex-wrap justify-center gap-x-5">
        <TextLink to={paths.receipt(orderKey)}>Receipt</TextLink>
        <TextLink to={paths.userAlbum(album.id)}>View album</TextLink>
      </p>
    </section>
  );
}
