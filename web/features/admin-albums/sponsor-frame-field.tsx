import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { MAX_SPONSOR_FRAME_BYTES, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { FileButton } from '#web/components/file-button.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf, tooLarge } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { addressOf } from '#web/lib/transport.ts';

/** Staff choose the picture that parents may put across the bottom of photos they share. */
export function SponsorFrameField({ eventId }: { eventId: number }) {
  const titleId = useId();
  const [version, setVersion] = useState(0);
  const [isShown, setIsShown] = useState(true);
  const params = { id: eventId };
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return callApi(safeShareEndpoints.removeSponsorFrame, { params });
      if (file.size > MAX_SPONSOR_FRAME_BYTES) throw tooLarge('2 MB');
      return callApi(safeShareEndpoints.setSponsorFrame, { params, picture: file });
    },
    onSuccess: (_done, file) => {
      toast(file ? 'Sponsor frame saved' : 'Sponsor frame removed');
      setVersion((before) => before + 1);
      setIsShown(file !== null);
    },
  });
  const { ask, question } = useConfirmed(change, () => ({
    title: 'Remove the sponsor frame?',
    sentence: 'Parents can no longer add it to photos they share. The picture can’t be brought back.',
    confirmLabel: 'Remove frame',
  }));
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-line border-t py-4">
      <h3 id={titleId} className="font-bold">
        Sponsor frame
      </h3>
      <p className="text-14 text-ink-2">
        Parents can add it to the bottom of photos they share. PNG or JPEG, at least twice as wide as tall, up
        to 2 MB.
      </p>
      {isShown && (
        <img
          key={version}
          src={`${addressOf(safeShareEndpoints.getSponsorFrame, { params })}?v=${version}`}
          alt="The sponsor frame"
          onError={() => setIsShown(false)}
          className="max-h-24 max-w-full rounded-ctl bg-sunk"
        />
      )}
      {question}
      {change.error && <Notice tone="bad">{messageOf(change.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <FileButton
          icon={ImageUp}
          kind="line"
          size="small"
          label="Sponsor frame"
          accept="image/png,image/jpeg"
          isBusy={change.isPending}
          onChoose={([file]) => file && change.mutate(file)}
        >
          {isShown ? 'Replace' : 'Upload'}
        </FileButton>
        {isShown && (
          <Button icon={Trash2} kind="ghost" size="small" onClick={() => ask(null)}>
            Remove
          </Button>
        )}
      </div>
    </section>
  );
}
