import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditRecord, HistoryPage } from '#contract/entities/audit-entry.ts';
import { formatAge } from '#web/lib/formats.ts';
import { historyCsv, historyPagesQuery, type ReadHistory, readWholeHistory } from '#web/lib/history-pages.ts';
import { useHistoryFilter } from '#web/lib/use-history-filter.ts';
import { Button } from './button.tsx';
import { CsvButton } from './csv-button.tsx';
import { FailedState } from './failed-state.tsx';
import { FilterSelect } from './filter-select.tsx';
import { Skeleton } from './skeleton.tsx';
import { VirtualPageList } from './virtual-list.tsx';

const ROW_PX = 72;

type HistoryProps = {
  label: string;
  queryKey: readonly unknown[];
  read: ReadHistory;
  words: Readonly<Record<string, string>>;
  titleOf: (entry: AuditRecord) => string;
  fileName: string;
  nothing: string;
  /** True in a pane that scrolls by itself; otherwise the page scrolls and only visible rows exist. */
  isInPane?: boolean;
  inset?: string;
  children: (entry: AuditRecord) => ReactNode;
};

export function History(props: HistoryProps) {
  const { label, queryKey, read, nothing, isInPane = false, inset = '', children } = props;
  const { filter, isFiltered, change } = useHistoryFilter();
  const answer = useInfiniteQuery(historyPagesQuery(queryKey, filter, read));
  const { data, error, refetch } = answer;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  const [first] = data?.pages ?? [];
  if (!first) return <Skeleton label="Loading history" className="h-24" />;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  if (first.what.length === 0 && !isFiltered) {
    return <p className={`py-2 text-14 text-ink-2 ${inset}`}>{nothing}</p>;
  }
  return (
    <>
      <Toolbar {...props} page={first} />
      {entries.length === 0 ? (
        <p className={`flex flex-wrap items-center gap-3 py-2 text-14 text-ink-2 ${inset}`}>
          No entries match the filter.
          <Button kind="line" size="small" onClick={() => change({ who: undefined, what: undefined })}>
            Show everything
          </Button>
        </p>
      ) : isInPane ? (
        <ol aria-label={label} className="grid">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className={`border-line [contain-intrinsic-size:auto_72px] [content-visibility:auto] not-last:border-b ${inset}`}
            >
              {children(entry)}
            </li>
          ))}
        </ol>
      ) : (
        <VirtualPageList
          label={label}
          rows={entries}
          keyOf={idOf}
          rowPx={ROW_PX}
          rowClassName={`border-line not-last:border-b ${inset}`}
        >
          {children}
        </VirtualPageList>
      )}
      {answer.hasNextPage && (
        <p className={`py-3 ${inset}`}>
          <Button
            kind="line"
            size="small"
            isBusy={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            Show older
          </Button>
        </p>
      )}
    </>
  );
}

const idOf = ({ id }: AuditRecord) => id;

function Toolbar(props: HistoryProps & { page: HistoryPage }) {
  const { page, words, titleOf, fileName, read, inset = '' } = props;
  const { filter, change } = useHistoryFilter();
  const people = Object.fromEntries(page.who.map(({ id, name }) => [String(id), name]));
  const kinds = Object.fromEntries(page.what.map((action) => [action, words[action] ?? action]));
  return (
    <div className={`flex flex-wrap gap-2 py-2.5 ${inset}`}>
      <FilterSelect
        label="Who"
        all="Anyone"
        value={filter.who === undefined ? '' : String(filter.who)}
        options={people}
        className="min-w-0 flex-1 basis-20 desk:max-w-52"
        onChange={(who) => change({ who })}
      />
      <FilterSelect
        label="What"
        all="Anything"
        value={filter.what ?? ''}
        options={kinds}
        className="min-w-0 flex-1 basis-20 desk:max-w-60"
        onChange={(what) => change({ what })}
      />
      <CsvButton
        fileName={fileName}
        label="History as CSV"
        makeCsv={async () => historyCsv(await readWholeHistory(read, filter), titleOf)}
        className="ml-auto"
      />
    </div>
  );
}

export function HistoryTitle({ title, at }: { title: string; at: string }) {
  return (
    <span className="flex justify-between gap-3">
      <b className="font-[650]">{title}</b>
      <time dateTime={at} title={at} className="flex-none text-ink-2">
        {formatAge(at)}
      </time>
    </span>
  );
}
