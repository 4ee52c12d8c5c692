import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/form.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files.ts';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import type { IngestEvent } from './ingest.query.ts';
import {
  countChanges,
  isWorkbook,
  MAX_CSV_LENGTH,
  readCsvFile,
  readWorkbook,
  TEMPLATE_CSV,
  WorkbookError,
} from './running-order.ts';
import { RunningOrderPreview } from './running-order-preview.tsx';

function useRunningOrder(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { csv: string; commit: boolean }) =>
      callApi(ingestEndpoints.importRunningOrder, { params: { id: eventId }, body }),
    onSuccess: (answer) => {
      if (answer.written) void queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
}

export function RunningOrderImport({ event }: { event: IngestEvent }) {
  const file = useRef<HTMLInputElement>(null);
  const [csv, setCsv] = useState('');
  const [fileError, setFileError] = useState<string>();
  const preview = useRunningOrder(event.id);
  const importing = useRunningOrder(event.id);
  const answer = preview.data;
  const changes = answer ? countChanges(answer) : 0;
  const isTooLong = csv.length > MAX_CSV_LENGTH;
  const edit = (text: string) => {
    setCsv(text);
    setFileError(undefined);
    preview.reset();
    importing.reset();
  };
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    let text: string;
    try {
      text = isWorkbook(chosen) ? await readWorkbook(chosen) : await readCsvFile(chosen);
    } catch (error) {
      edit('');
      return setFileError(error instanceof WorkbookError ? error.message : 'This file could not be read.');
    }
    edit(text);
    if (text.length <= MAX_CSV_LENGTH) preview.mutate({ csv: text, commit: false });
  };
  const write = () =>
    importing.mutate(
      { csv, commit: true },
      {
        onSuccess: ({ written }) => {
          if (!written) return preview.mutate({ csv, commit: false });
          toast(`Imported ${countOf(changes, 'album')}`);
          edit('');
        },
      },
    );
  const error = preview.error ?? importing.error;
  return (
    <SectionCard
      title="Import a running order"
      intro="One performance per line: order, program, team, division and planned time. Creates an album for each performance."
      aside={
        <Button
          icon={Download}
          kind="ghost"
          size="small"
          onClick={() => saveFile('running-order.csv', new Blob([TEMPLATE_CSV], { type: 'text/csv' }))}
        >
          Template
        </Button>
      }
    >
      <Field
        label="CSV"
        hint={`Times are in ${event.time_zone}.`}
        error={isTooLong ? 'This running order is too long. The limit is 200,000 characters.' : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={answer ? 4 : 8}
            value={csv}
            spellCheck={false}
            placeholder={TEMPLATE_CSV}
            onChange={({ target }) => edit(target.value)}
            className="w-full rounded-ctl border border-edge bg-surface px-4 py-3 font-mono text-13"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button icon={FileText} kind="line" onClick={() => file.current?.click()}>
          Choose a CSV or Excel file
        </Button>
        <Button
          kind={answer ? 'line' : 'ink'}
          disabled={csv.trim() === '' || isTooLong}
          isBusy={preview.isPending}
          onClick={() => preview.mutate({ csv, commit: false })}
        >
          Preview
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label="Running order file"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {fileError && <Notice tone="bad">{fileError}</Notice>}
      <ErrorNotice error={error} />
      {answer && (
        <>
          {answer.errors.length > 0 && (
            <Notice tone="bad">
              {countOf(answer.errors.length, 'error')}. Nothing was imported. Correct the text above and
              preview it again.
            </Notice>
          )}
          <RunningOrderPreview answer={answer} csv={csv} timeZone={event.time_zone} />
          <Button
            className="justify-self-start"
            disabled={answer.errors.length > 0 || changes === 0}
            isBusy={importing.isPending}
            onClick={write}
          >
            {changes === 0 && answer.errors.length === 0
              ? 'Nothing to import'
              : `Import ${countOf(changes, 'album')}`}
          </Button>
        </>
      )}
    </SectionCard>
  );
}
