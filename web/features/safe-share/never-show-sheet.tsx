import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { Button } from '#web/components/button.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';
import { ARROWS } from './edit-covers.ts';
import { isNeverShownQuery } from './safe-share.query.ts';

type NeverShowSheetProps = {
  imageId: number;
  address: string;
  onClose: () => void;
  onFinished: () => void;
};

const STEP = 0.02;
const within = (place: number) => Math.min(Math.max(place, 0), 1);

/** A parent taps the own child, who is then covered for everybody else. */
export function NeverShowSheet({ imageId, address, onClose, onFinished }: NeverShowSheetProps) {
  const client = useQueryClient();
  const [point, setPoint] = useState<{ x: number; y: number }>();
  const params = { id: imageId };
  const isAsked = useQuery(isNeverShownQuery(imageId)).data?.is_asked;
  const finish = (words: string) => {
    toast(words);
    void client.invalidateQueries({ queryKey: ['safe-photo', imageId] });
    onFinished();
  };
  const ask = useMutation({
    mutationFn: (body: { x: number; y: number }) => callApi(safeShareEndpoints.neverShow, { params, body }),
    onSuccess: () =>
      finish(i18n.t('Done. This face is covered when others share, and someone on our team will check.')),
  });
  const takeBack = useMutation({
    mutationFn: () => callApi(safeShareEndpoints.showAgain, { params }),
    onSuccess: () => finish(i18n.t('We removed your request for this photo.')),
  });
  const tap = ({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // The keyboard clicks without a place.
    if (detail === 0) return setPoint((before) => before ?? { x: 0.5, y: 0.5 });
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setPoint({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
  };
  const move = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    setPoint(({ x, y } = { x: 0.5, y: 0.5 }) => ({
      x: within(x + arrow[0] * STEP),
      y: within(y + arrow[1] * STEP),
    }));
  };
  return (
    <Sheet
      title={i18n.t('Never show my child')}
      description={i18n.t(
        'Tap your child. Other families can’t uncover this face when they share, and the photo stays off the venue screen and album covers.',
      )}
      onClose={onClose}
      footer={
        <>
          {isAsked && (
            <Button kind="line" isBusy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              {i18n.t('Undo request')}
            </Button>
          )}
          <Button disabled={!point} isBusy={ask.isPending} onClick={() => point && ask.mutate(point)}>
            {i18n.t('Never show')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ErrorNotice error={ask.error ?? takeBack.error} />
        <button
          type="button"
          aria-label={i18n.t('Choose your child in the photo: tap, or move the ring with the arrow keys')}
          onClick={tap}
          onKeyDown={move}
          className="relative mx-auto block max-h-[52dvh] w-fit cursor-crosshair overflow-hidden rounded-ctl"
        >
          <img src={address} alt="" draggable={false} className="block max-h-[52dvh] max-w-full" />
          {point && (
            <span
              aria-hidden
              className="pointer-events-none absolute size-16 -translate-1/2 rounded-full border-4 border-spot shadow-[0_0_0_2px_rgb(0_0_0/.6)]"
              style={{ left: `${100 * point.x}%`, top: `${100 * point.y}%` }}
            />
          )}
        </button>
        <p role="status" className="text-14 text-ink-2">
          {point && i18n.t('Chosen. Tap “Never show” to send it.')}
        </p>
      </div>
    </Sheet>
  );
}
