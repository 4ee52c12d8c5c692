import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { timeZoneName } from '#contract/rules/time-zones.ts';
import { Button } from '#web/components/button.tsx';
import { FileButton } from '#web/components/file-button.tsx';
import { Field } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files.ts';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/use-contract-form.ts';
import type { IngestEvent, RunningOrder } from './ingest.query.ts';
import { countChanges, type Sheet, writeSheet } from './running-order.ts';
import {
  isWorkbook,
  MAX_CSV_LENGTH,
  readCsvFile,
  readWorkbook,
  TEMPLATE_CSV,
  WorkbookError,
} from './running-order-file.ts';
import { RunningOrderSheet } from './running-order-sheet.tsx';

type Import = BodyOf<typeof ingestEndpoints.importRunningOrder>;

function useRunningOrder(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Import) =>
      callApi(ingestEndpoints.importRunningOrder, { params: { id: eventId }, body }),
    onSuccess: (answer) => {
      if (answer.written) void queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
}

const TOO_LONG = 'This running order is too long. The limit is 200,000 characters.';

export function RunningOrderImport({ event }: { event: IngestEvent }) {
  const [csv, setCsv] = useState('');
  const [fileError, setFileError] = useState<string>();
  const [answer, setAnswer] = useState<RunningOrder>();
  const preview = useRunningOrder(event.id);
  const importing = useRunningOrder(event.id);
  const isTooLong = csv.length > MAX_CSV_LENGTH;

  const read = (body: Omit<Import, 'commit'>) =>
    preview.mutate({ ...body, commit: false }, { onSuccess: setAnswer });
  const edit = (text: string) => {
    setCsv(text);
    setFileError(undefined);
    setAnswer(undefined);
    preview.reset();
    importing.reset();
  };
  const choose = async (chosen: File) => {
    try {
      const text = isWorkbook(chosen) ? await readWorkbook(chosen) : await readCsvFile(chosen);
      edit(text);
      if (text.length <= MAX_CSV_LENGTH) read({ csv: text });
    } catch (error) {
      edit('');
      setFileError(error instanceof WorkbookError ? error.message : 'This file could not be read.');
    }
  };
  const check = (sheet: Sheet) => read({ csv: writeSheet(sheet), columns: sheet.columns });
  const write = (sheet: Sheet) => {
    const file = { csv: writeSheet(sheet), columns: sheet.columns };
    importing.mutate(
      { ...file, commit: true, good_lines_only: true },
      {
        onSuccess: (imported) => {
          if (imported.written) toast(importedMessage(imported));
          if (imported.written && imported.errors.length === 0) return edit('');
          read(file);
        },
      },
    );
  };
  const startOver = (sheet: Sheet) => {
    edit('');
    toast.undo('Sheet closed', () => check(sheet));
  };
  const hasSheet = answer !== undefined && answer.sheet.headings.length > 0;
  const isWaiting = hasSheet ? countChanges(answer) + answer.errors.length > 0 : csv.trim() !== '';
  const guard = useUnsaved(isWaiting);
  return (
    <SectionCard
      title="Import a running order"
      intro="One performance per line. Creates an album for each. Any sheet will do: you choose which column is which."
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
      <SaveGuard save={guard} />
      {!hasSheet && (
        <>
          <Field
            label="CSV"
            hint={`Paste lines from a spreadsheet, or choose a file. Times are in ${timeZoneName(event.time_zone)}.`}
            error={isTooLong ? TOO_LONG : undefined}
          >
            {(control) => (
              <textarea
                {...control}
                rows={8}
                value={csv}
                spellCheck={false}
                placeholder={TEMPLATE_CSV}
                onChange={({ target }) => edit(target.value)}
                className="w-full rounded-ctl border border-edge bg-surface px-4 py-3 font-mono text-13"
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <FileButton
              icon={FileText}
              kind="line"
              label="Running order file"
              accept=".csv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              onChoose={([file]) => file && void choose(file)}
            >
              Choose a CSV or Excel file
            </FileButton>
            <Button
              disabled={csv.trim() === '' || isTooLong}
              isBusy={preview.isPending}
              onClick={() => read({ csv })}
            >
              Preview
            </Button>
          </div>
        </>
      )}
      {fileError && <Notice tone="bad">{fileError}</Notice>}
      <ErrorNotice error={preview.error ?? importing.error} />
      {answer && !hasSheet && (
        <Notice tone="bad">{answer.errors.map(({ message }) => message).join(' ')}</Notice>
      )}
      {answer && hasSheet && (
        <RunningOrderSheet
          event={event}
          answer={answer}
          isChecking={preview.isPending}
          isImporting={importing.isPending}
          onCheck={check}
          onImport={write}
          onStartOver={startOver}
        />
      )}
    </SectionCard>
  );
}

/** The running order appears above the lines that wait for a fix, and pushes them off the screen. */
function importedMessage(imported: RunningOrder): string {
  const bad = new Set(imported.errors.map(({ line }) => line)).size;
  const left =
    bad === 0 ? '' : `. ${countOf(bad, 'line')} below still ${bad === 1 ? 'needs' : 'need'} a fix.`;
  return `Imported ${countOf(countChanges(imported), 'album')}${left}`;
}
