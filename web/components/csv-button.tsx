import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { messageOf } from '#web/lib/api-error.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { Button } from './button.tsx';

type CsvButtonProps = {
  fileName: string;
  /** What the file holds; a promise where not all rows are here yet. */
  makeCsv: () => string | Promise<string>;
  label?: string;
  /** How far it has come, where many rows take a while. */
  progress?: string | undefined;
  disabled?: boolean;
  className?: string;
};

export function CsvButton(props: CsvButtonProps) {
  const { fileName, makeCsv, label, progress, disabled = false, className = '' } = props;
  const save = useMutation({
    mutationFn: async () => makeCsv(),
    onSuccess: (text) => saveTextFile(fileName, text),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button
      kind="line"
      size="small"
      disabled={disabled}
      isBusy={save.isPending}
      aria-label={save.isPending && progress ? undefined : label}
      className={className}
      onClick={() => save.mutate()}
    >
      {!save.isPending && <Download aria-hidden size={16} />}
      {(save.isPending && progress) || 'CSV'}
    </Button>
  );
}
