import { CircleCheck, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import face from '#web/assets/face.webp';
import athletePicture from '#web/assets/how-athlete.webp';
import findPicture from '#web/assets/how-find.webp';
import keepPicture from '#web/assets/how-keep.webp';
import { i18n } from '#web/lib/i18n.ts';

export function HowItWorks() {
  return (
    <ol className="grid gap-8 desk:grid-cols-3">
      <Step
        picture={findPicture}
        pill={
          <span className={`${PILL} inset-x-4`}>
            <Search size={20} strokeWidth={1.8} className="text-[#52525c]" />
            Northshore Royals
            <i className="-ml-2 h-5 w-0.5 bg-[#1d5bff]" />
          </span>
        }
        title={i18n.t('Find your team')}
      >
        {i18n.t('Type the name, or scan the poster at the venue. We’ll tell you when photos are up.')}
      </Step>
      <Step
        picture={athletePicture}
        pill={
          <span className={`${PILL} ${CENTERED} pl-2`}>
            <img src={face} alt="" className="size-8.5 rounded-full" />
            {i18n.t('8 photos of Maya')}
          </span>
        }
        title={i18n.t('See your athlete first')}
      >
        {i18n.t('With your OK, we match one photo of your child and bring theirs to the front.')}
      </Step>
      <Step
        picture={keepPicture}
        pill={
          <span className={`${PILL} ${CENTERED}`}>
            <CircleCheck size={20} strokeWidth={1.8} className="text-[#0a7547]" />
            {i18n.t('Saved to your phone')}
          </span>
        }
        title={i18n.t('Keep the ones you love')}
      >
        {i18n.t('Pay once. Full size, no watermark, right on your phone and yours for good.')}
      </Step>
    </ol>
  );
}

const PILL =
  'absolute bottom-4 flex h-12 items-center gap-2.5 rounded-full bg-white px-4.5 text-15 font-semibold whitespace-nowrap text-[#121217] shadow-3';
const CENTERED = 'left-1/2 w-max -translate-x-1/2';

type StepProps = { picture: string; pill: ReactNode; title: string; children: ReactNode };

function Step({ picture, pill, title, children }: StepProps) {
  return (
    <li className="grid content-start gap-3.5">
      <div aria-hidden className="relative overflow-hidden rounded-card bg-sunk">
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          width={720}
          height={540}
          className="aspect-4/3 w-full object-cover"
        />
        {pill}
      </div>
      <div>
        <h3 className="text-18 font-[750] tracking-[-0.02em]">{title}</h3>
        <p className="max-w-[38ch] text-15 text-ink-2">{children}</p>
      </div>
    </li>
  );
}
