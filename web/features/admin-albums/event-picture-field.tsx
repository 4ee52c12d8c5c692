import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import {
  DRAWN_PICTURES,
  type DrawnPicture,
  isDrawnPicture,
  MAX_EVENT_PICTURE_BYTES,
  MIN_EVENT_PICTURE_WIDTH,
} from '#contract/rules/event-pictures.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { EventPicture } from '#web/components/event-picture.tsx';
import { FileButton } from '#web/components/file-button.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf, tooLarge } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

export const PICTURE_LABELS: Record<DrawnPicture, string> = {
  cheer: 'Cheer, award',
  'cheer-stunt': 'Cheer, stunt',
  dance: 'Dance',
  gymnastics: 'Gymnastics',
  other: 'Other',
};

/** The picture that strangers see with the event. It is saved when chosen, because an upload cannot wait in a form. */
export function EventPictureField({ event }: { event: StaffEvent }) {
  const titleId = useId();
  const choose = useStaffAction(
    async (chosen: DrawnPicture | File) => {
      const params = { id: event.id };
      if (!(chosen instanceof File)) {
        return callApi(catalogueEndpoints.updateEvent, { params, body: { picture: chosen } });
      }
      if (chosen.size > MAX_EVENT_PICTURE_BYTES) throw tooLarge('15 MB');
      return callApi(catalogueEndpoints.setEventPicture, { params, picture: chosen });
    },
    () => toast('Picture saved'),
    // Shown above the button.
    () => undefined,
  );
  const { ask, question } = useConfirmed(choose, () => ({
    title: 'Delete the uploaded photo?',
    sentence: 'The drawing takes its place, and the photo can’t be brought back.',
    confirmLabel: 'Use the drawing',
  }));
  const isUploaded = !isDrawnPicture(event.picture);
  const shown = [...(isUploaded ? [event.picture] : []), ...DRAWN_PICTURES];
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-line border-t py-4">
      <h3 id={titleId} className="font-bold">
        Picture for visitors
      </h3>
      <p className="text-14 text-ink-2">
        Everyone sees it with the event, even without logging in. Pick a drawing, or upload a photo that the
        people in it agreed to.
      </p>
      <ul className="grid grid-cols-3 gap-2">
        {shown.map((picture) => (
          <li key={picture}>
            <button
              type="button"
              aria-pressed={picture === event.picture}
              onClick={() => isDrawnPicture(picture) && (isUploaded ? ask(picture) : choose.mutate(picture))}
              className="grid w-full gap-1 rounded-ctl p-1 text-left text-13 text-ink-2 hover:bg-sunk aria-pressed:text-ink aria-pressed:shadow-[inset_0_0_0_2px_var(--ink)]"
            >
              <EventPicture picture={picture} sizes="160px" className="aspect-3/2 w-full rounded-[9px]" />
              <span className="px-1 pb-0.5">
                {isDrawnPicture(picture) ? PICTURE_LABELS[picture] : 'Uploaded'}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {question}
      {choose.error && <Notice tone="bad">{messageOf(choose.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          icon={ImageUp}
          kind="line"
          size="small"
          label="Photo for visitors"
          accept="image/jpeg,image/png"
          isBusy={choose.isPending}
          onChoose={([file]) => file && choose.mutate(file)}
        >
          {isUploaded ? 'Replace the photo' : 'Upload a photo'}
        </FileButton>
        <p className="text-13 text-ink-2">
          JPEG or PNG, at least {MIN_EVENT_PICTURE_WIDTH} pixels wide, up to 15 MB. Wide photos look best.
        </p>
      </div>
    </section>
  );
}
