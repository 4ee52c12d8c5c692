import type { ReactNode } from 'react';
import stageTall from '#web/assets/stage-tall.webp';
import stageWide from '#web/assets/stage-wide.webp';
import { PageHeading } from '#web/components/page-heading.tsx';
import { i18n } from '#web/lib/i18n.ts';

type AuthFrameProps = { title: string; intro?: string; children: ReactNode };

export function AuthFrame({ title, intro, children }: AuthFrameProps) {
  return (
    <div className="grid gap-6 p-4 desk:min-h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] desk:gap-0 desk:p-6">
      <div className="relative isolate flex min-h-[148px] items-end overflow-hidden rounded-sheet bg-stage text-white desk:min-h-0">
        <picture>
          <source media="(min-width: 1000px)" srcSet={stageTall} />
          <img
            src={stageWide}
            alt=""
            fetchPriority="high"
            className="absolute inset-0 -z-20 size-full object-cover object-[60%_30%] desk:object-[50%_35%]"
          />
        </picture>
        <span
          aria-hidden
          className="absolute inset-0 -z-10 bg-linear-to-t from-stage/92 from-5% via-stage/30 via-55% to-transparent"
        />
        <div className="grid gap-3 p-5 desk:max-w-[520px] desk:p-10">
          <p className="text-22 leading-[1.05] font-extrabold tracking-[-0.035em] text-balance desk:text-48">
            {i18n.t('Two and a half minutes. Photos for a lifetime.')}
          </p>
          <p className="hidden text-16 text-white/82 desk:block">
            {i18n.t('Follow your team, see the whole performance and take home the photos you love.')}
          </p>
        </div>
      </div>
      <div className="grid content-center justify-items-center pb-8 desk:pb-0">
        <div className="grid w-full max-w-[420px] gap-6">
          <PageHeading title={title}>{intro}</PageHeading>
          {children}
        </div>
      </div>
    </div>
  );
}
