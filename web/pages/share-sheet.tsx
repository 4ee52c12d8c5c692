import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  Check,
  ChevronRight,
  Eye,
  Image as ImageIcon,
  Link as LinkIcon,
  Lock,
  type LucideIcon,
  ShieldCheck,
  ShoppingBag,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PHOTO_LINK_DAYS } from '#contract/endpoints/photo-links.ts';
import type { AlbumOnly, CoverImage } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/form.tsx';
import { Photo } from '#web/components/photo.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { InviteParent } from '#web/features/invites/invite-by-mail.tsx';
import { FamilyLink } from '#web/features/photo-links/family-link.tsx';
import { describeOpenings, MyPhotoLinks } from '#web/features/photo-links/photo-link-list.tsx';
import { myPhotoLinksQuery } from '#web/features/photo-links/photo-links.query.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useSiteName } from '#web/lib/site.query.ts';
import { PickPhoto } from './pick-photo.tsx';

const SafeShareEditor = lazyPart(
  () => import('#web/features/safe-share/safe-share-editor.tsx'),
  'SafeShareEditor',
);

export type ShareSheetProps = {
  album: AlbumOnly;
  /** The owned photos to share; absent means the whole album. */
  imageIds?: readonly number[];
  /** The photo beside the choices, with a token that opens it unmarked; absent means the cover. */
  shown?: { image: CoverImage; token: string };
  /** People who do not own the photos can only invite others to the previews. */
  isOwner?: boolean;
  onClose: () => void;
};

type Step = 'choose' | 'family' | 'safe' | 'parent' | 'links';

/** Everything that an owner can do to share photos, in one sheet. */
export function ShareSheet({ album, imageIds, shown, isOwner = true, onClose }: ShareSheetProps) {
  const [step, setStep] = useState<Step>(isOwner ? 'choose' : 'parent');
  const count = imageIds?.length ?? album.images_count;
  const title = {
    choose: i18n.t('{count, plural, one {Share your photo} other {Share your # photos}}', { count }),
    family: i18n.t('Send to family'),
    safe: i18n.t('Share safely'),
    parent: i18n.t('Invite another parent'),
    links: i18n.t('Family links'),
  }[step];
  const team = teamName(album);
  const [onlyImage, ...others] = imageIds ?? [];
  const single = isOwner && others.length === 0 ? onlyImage : undefined;
  const [picked, setPicked] = useState<number>();
  const covered = single ?? picked;
  if (step === 'safe' && covered !== undefined)
    return <SafeShareEditor imageId={covered} onClose={onClose} />;
  return (
    <Sheet title={title} onClose={onClose}>
      {step === 'choose' ? (
        <ShareChoices album={album} shown={shown} isSingle={single !== undefined} onChoose={setStep} />
      ) : (
        <div key={step} className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4">
          {isOwner && (
            <Button
              ref={focusOnMount}
              icon={ArrowLeft}
              kind="ghost"
              size="small"
              className="-ml-3 justify-self-start"
              onClick={() => setStep('choose')}
            >
              {i18n.t('Back')}
            </Button>
          )}
          {step === 'family' && (
            <>
              <p className="text-15 text-ink-2">
                {i18n.t(
                  'Anyone with the link sees {count, plural, one {the photo} other {the # photos}} of {team}, clear and for free. They don’t need an account.',
                  { count, team },
                )}
              </p>
              <FamilyLink albumId={album.id} title={team} imageIds={imageIds} />
            </>
          )}
          {step === 'safe' && <PickPhoto album={album} imageIds={imageIds} onPick={setPicked} />}
          {step === 'parent' && (
            <>
              <p className="text-15 text-ink-2">
                {i18n.t('They log in, see previews of {team} with a watermark, and buy what they like.', {
                  team,
                })}
              </p>
              <InviteParent album={album} />
            </>
          )}
          {step === 'links' && <MyPhotoLinks albumId={album.id} />}
        </div>
      )}
    </Sheet>
  );
}

type Choice = {
  step: Step;
  title: string;
  audience: string;
  facts: readonly (readonly [LucideIcon, string])[];
};

/** The order of the choices on the sheet. A new choice is one more entry. */
const choices = (isSingle: boolean): Choice[] => [
  {
    step: 'family',
    title: i18n.t('Send to family'),
    audience: i18n.t('For grandparents and family.'),
    facts: [
      [Check, i18n.t('Free for them, no account')],
      [Check, i18n.t('Clear photos, no watermark')],
      [LinkIcon, i18n.t('Link works for {days} days, or until you stop it', { days: PHOTO_LINK_DAYS })],
    ],
  },
  {
    step: 'safe',
    title: i18n.t('Share safely'),
    audience: i18n.t('To post where anyone can see it.'),
    facts: [
      [ShieldCheck, i18n.t('Other faces are covered for good')],
      [Check, i18n.t('You choose who stays visible')],
      ...(isSingle ? [] : [[ImageIcon, i18n.t('One photo at a time')] as const]),
    ],
  },
  {
    step: 'parent',
    title: i18n.t('Invite another parent'),
    audience: i18n.t('For parents on the same team.'),
    facts: [
      [Eye, i18n.t('They see previews with a watermark')],
      [ShoppingBag, i18n.t('They buy their own')],
      [Lock, i18n.t('Your photos stay private')],
    ],
  },
];

type ShareChoicesProps = {
  album: AlbumOnly;
  shown: ShareSheetProps['shown'];
  /** Covers are put on one photo. */
  isSingle: boolean;
  onChoose: (step: Step) => void;
};

function ShareChoices({ album, shown, isSingle, onChoose }: ShareChoicesProps) {
  const siteName = useSiteName();
  const [cover] = album.cover;
  const picture = shown ?? (cover && { image: cover, token: album.cover_auth });
  const links = useQuery(myPhotoLinksQuery).data ?? [];
  const out = links.filter(({ album: albumId, status }) => albumId === album.id && status === 'works');
  const [onlyLink] = out.length === 1 ? out : [];
  return (
    <div className="grid gap-3 pb-4">
      {choices(isSingle).map((choice) => (
        <ChoiceRow key={choice.step} choice={choice} onChoose={() => onChoose(choice.step)}>
          {picture && (
            <Photo
              albumUuid={album.uuid}
              image={picture.image}
              token={picture.token}
              variant={shown ? 'preview' : 'thumb'}
              className="absolute! inset-0"
            />
          )}
          {choice.step === 'safe' && (
            <span className="absolute inset-0 grid place-items-center backdrop-blur-[6px]">
              <span className="grid size-14 place-items-center rounded-full bg-surface text-ok">
                <ShieldCheck size={28} strokeWidth={1.8} />
              </span>
            </span>
          )}
          {choice.step === 'parent' && (
            <span className="absolute inset-x-[-20%] top-[44%] -rotate-20 bg-[rgb(8_8_12/.5)] text-center text-12 leading-6 font-bold whitespace-nowrap text-white">
              {i18n.t('{siteName} preview', { siteName })}
            </span>
          )}
        </ChoiceRow>
      ))}
      {out.length > 0 && (
        <p className="flex items-center gap-2.5 pl-1 text-14 text-ink-2">
          <LinkIcon size={18} strokeWidth={1.8} className="flex-none" />
          <span className="mr-auto">
            {i18n.t('{count, plural, one {# family link is out} other {# family links are out}}', {
              count: out.length,
            })}
            {onlyLink && `: ${[onlyLink.label, describeOpenings(onlyLink)].filter(Boolean).join(', ')}`}
          </span>
          <Button kind="ghost" size="small" onClick={() => onChoose('links')}>
            {i18n.t('See or stop')}
          </Button>
        </p>
      )}
    </div>
  );
}

type ChoiceRowProps = { choice: Choice; onChoose: () => void; children: ReactNode };

function ChoiceRow({ choice: { title, audience, facts }, onChoose, children }: ChoiceRowProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="grid grid-cols-[104px_minmax(0,1fr)] gap-3.5 rounded-[18px] border border-line bg-surface p-2.5 text-left hover:bg-sunk"
    >
      <span aria-hidden className="relative min-h-[132px] overflow-hidden rounded-ctl bg-sunk">
        {children}
      </span>
      <span className="grid content-start gap-1 py-0.5">
        <span className="flex items-center justify-between gap-2 text-16 leading-tight font-[750] tracking-[-0.015em]">
          {title}
          <ChevronRight size={20} strokeWidth={1.8} className="flex-none text-ink-3" />
        </span>
        <span className="pb-1 text-14 text-ink-2">{audience}</span>
        {facts.map(([Icon, words]) => (
          <span key={words} className="flex items-start gap-2 text-13 leading-snug font-medium">
            <Icon
              size={16}
              strokeWidth={2}
              className={`mt-px flex-none ${Icon === Check ? 'text-ok' : 'text-ink-3'}`}
            />
            {words}
          </span>
        ))}
      </span>
    </button>
  );
}
