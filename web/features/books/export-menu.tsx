import { useMutation } from '@tanstack/react-query';
import { CalendarRange, Download } from 'lucide-react';
import { useState } from 'react';
import { bookEndpoints } from '#contract/endpoints/books.ts';
import { JOURNAL_FORMATS, type JournalFormat, MAX_JOURNAL_DAYS } from '#contract/rules/books.ts';
import { buttonStyle, Spinner } from '#web/components/button.tsx';
import { SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { PopupItem, PopupLine, PopupMenu } from '#web/components/popup-menu.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files.ts';
import { toast } from '#web/lib/toast.ts';

const FORMATS = Object.entries(JOURNAL_FORMATS) as [JournalFormat, string][];

type Days = { first: string; last: string };

const daysOf = (month: string): Days => ({
  first: `${month}-01`,
  last: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
});

function useExport(onDone?: () => void) {
  return useMutation({
    mutationFn: ({ format, first, last }: Days & { format: JournalFormat }) =>
      callApi(bookEndpoints.exportJournal, {
        query: { format, start_date: first, end_date: last },
      }) as Promise<Blob>,
    onSuccess: (file, { format, first, last }) => {
      saveFile(`journal-${format}-${first}-${last}.csv`, file);
      onDone?.();
    },
    onError: toast.failure,
  });
}

export function ExportMenu({ month, name }: { month: string; name: string }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const save = useExport();
  return (
    <div className="print:hidden">
      <PopupMenu
        label={`Export ${name}`}
        className={buttonStyle('line', 'small')}
        trigger={
          <>
            {save.isPending ? <Spinner /> : <Download size={17} strokeWidth={1.8} />}
            Export
          </>
        }
      >
        {FORMATS.map(([format, label]) => (
          <PopupItem
            key={format}
            icon={Download}
            disabled={save.isPending}
            onClick={() => save.mutate({ format, ...daysOf(month) })}
          >
            {label}
          </PopupItem>
        ))}
        <PopupLine />
        <PopupItem icon={CalendarRange} onClick={() => setIsChoosing(true)}>
          Choose days
        </PopupItem>
      </PopupMenu>
      {isChoosing && <ExportDaysSheet month={month} onClose={() => setIsChoosing(false)} />}
    </div>
  );
}

function ExportDaysSheet({ month, onClose }: { month: string; onClose: () => void }) {
  const [chosen, setChosen] = useState({ ...daysOf(month), format: 'csv' as JournalFormat });
  const save = useExport(onClose);
  const change = (part: Partial<typeof chosen>) => setChosen((before) => ({ ...before, ...part }));
  return (
    <FormSheet
      title="Export the journal"
      description={`At most ${MAX_JOURNAL_DAYS} days. Days of closed months never change.`}
      submitLabel="Export"
      isBusy={save.isPending}
      onSubmit={() => save.mutate(chosen)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="First day"
          type="date"
          required
          value={chosen.first}
          onChange={(event) => change({ first: event.target.value })}
        />
        <TextField
          label="Last day"
          type="date"
          required
          min={chosen.first}
          value={chosen.last}
          onChange={(event) => change({ last: event.target.value })}
        />
      </div>
      <SelectField
        label="Format"
        value={chosen.format}
        onChange={(event) => change({ format: event.target.value as JournalFormat })}
      >
        {FORMATS.map(([format, label]) => (
          <option key={format} value={format}>
            {label}
          </option>
        ))}
      </SelectField>
    </FormSheet>
  );
}
