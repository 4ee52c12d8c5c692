import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ALBUM_PAGE_SIZE } from '#contract/rules/albums.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link } from '#web/lib/navigation.tsx';
import { typedSearch, useSearchState } from '#web/lib/search-params.ts';

type PagerProps = {
  page: number;
  pageCount: number;
  /** The element to scroll to when another page is chosen. */
  listId: string;
};

const STEP =
  'grid h-11 min-w-11 place-items-center rounded-full text-15 font-[650] tabular-nums hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-bg';

export function Pager({ page, pageCount, listId }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav
      aria-label={i18n.t('Pages')}
      className="flex items-center justify-between gap-1 border-line border-t pt-5 desk:gap-3"
    >
      {page > 1 ? (
        <PageLink target={page - 1} label={i18n.t('Previous page')} listId={listId}>
          <ArrowLeft size={20} strokeWidth={1.8} />
        </PageLink>
      ) : (
        <span className="size-11" />
      )}
      <ol className="flex flex-wrap justify-center gap-0.5">
        {listPages(page, pageCount).map((step) => (
          <li key={step}>
            <Step step={step} page={page} listId={listId} />
          </li>
        ))}
      </ol>
      {page < pageCount ? (
        <PageLink target={page + 1} label={i18n.t('Next page')} listId={listId}>
          <ArrowRight size={20} strokeWidth={1.8} />
        </PageLink>
      ) : (
        <span className="size-11" />
      )}
    </nav>
  );
}

type StepProps = { step: ReturnType<typeof listPages>[number]; page: number; listId: string };

function Step({ step, page, listId }: StepProps) {
  if (typeof step !== 'number') {
    return (
      <span aria-hidden className="grid h-11 w-6 place-items-center text-ink-3">
        …
      </span>
    );
  }
  if (step === page) {
    return (
      <span aria-current="page" className={STEP}>
        {step}
      </span>
    );
  }
  return (
    <PageLink target={step} label={i18n.t('Page {step}', { step })} listId={listId}>
      {step}
    </PageLink>
  );
}

type PageLinkProps = { target: number; label: string; listId: string; children: ReactNode };

function PageLink({ target, label, listId, children }: PageLinkProps) {
  const { changed } = useSearchState(typedSearch);
  return (
    <Link
      to="."
      search={changed({ page: target === 1 ? undefined : target })}
      resetScroll={false}
      aria-label={label}
      onClick={() => document.getElementById(listId)?.scrollIntoView()}
      className={STEP}
    >
      {children}
    </Link>
  );
}

/** A page number beyond the end means the last page. */
export function pageOf<T>(items: readonly T[], wantedPage: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / ALBUM_PAGE_SIZE));
  const page = Math.min(wantedPage, pageCount);
  const shown = items.slice((page - 1) * ALBUM_PAGE_SIZE, page * ALBUM_PAGE_SIZE);
  return { page, pageCount, shown };
}

/** Returns the first and last page and those around the current one, with gaps between. */
export function listPages(page: number, pageCount: number): (number | 'gap-before' | 'gap-after')[] {
  const around = [page - 1, page, page + 1].filter((step) => step > 1 && step < pageCount);
  const first = around[0] ?? pageCount;
  const last = around.at(-1) ?? 1;
  return [
    1,
    ...(first > 2 && pageCount > 2 ? (['gap-before'] as const) : []),
    ...around,
    ...(last < pageCount - 1 && pageCount > 2 ? (['gap-after'] as const) : []),
    ...(pageCount > 1 ? [pageCount] : []),
  ];
}
