import { useQueryClient } from '@tanstack/react-query';
import { Copy, Send, Share } from 'lucide-react';
import { useState } from 'react';
import {
  LONGEST_PHOTO_LINK_DAYS,
  MAX_SHARED_PHOTOS,
  newPhotoLink,
  PHOTO_LINK_DAYS,
  photoLinkEndpoints,
} from '#contract/endpoints/photo-links.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, Form, focusOnMount, SelectField, TextField } from '#web/components/form.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { myPhotoLinksQuery } from './photo-links.query.ts';

type SharePhotosProps = { albumId: number; title: string; imageIds: readonly number[] };

/** Shares owned photos with people who have no account. */
export function SharePhotos({ albumId, title, imageIds }: SharePhotosProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={Share}
        kind="line"
        aria-haspopup="dialog"
        className="h-[50px]!"
        onClick={() => setIsOpen(true)}
      >
        Share with family
      </Button>
      {isOpen && (
        <ShareSheet albumId={albumId} title={title} imageIds={imageIds} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const DAYS = [7, PHOTO_LINK_DAYS, 90, LONGEST_PHOTO_LINK_DAYS];

function ShareSheet({ albumId, title, imageIds, onClose }: SharePhotosProps & { onClose: () => void }) {
  const client = useQueryClient();
  const images = imageIds.slice(0, MAX_SHARED_PHOTOS);
  const form = useContractForm({
    schema: newPhotoLink,
    defaultValues: { label: '', days: PHOTO_LINK_DAYS, downloads: false },
    toBody: ({ days, ...values }) => ({ ...values, days: Number(days), album: albumId, images }),
  });
  const make = useFormMutation(form, {
    send: (body) => callApi(photoLinkEndpoints.makePhotoLink, { body }),
    onSuccess: () => void client.invalidateQueries(myPhotoLinksQuery),
  });
  const left = imageIds.length - images.length;
  return (
    <Sheet
      title="Share with family"
      description={`${countOf(images.length, 'photo')} of ${title}. Anyone with the link can look at them, without an account.`}
      onClose={onClose}
    >
      {make.data ? (
        <MadeLink title={title} token={make.data.token} endsAt={make.data.ends_at} />
      ) : (
        <Form failure={make.failure} onSubmit={make.submit} className="grid gap-4 pb-4">
          {left > 0 && (
            <Notice tone="info">
              A link holds {MAX_SHARED_PHOTOS} photos. The last {left} are left out.
            </Notice>
          )}
          <TextField {...fieldProps(form, 'label')} label="Name for yourself" optional maxLength={80} />
          <SelectField {...fieldProps(form, 'days')} label="Works for">
            {DAYS.map((choice) => (
              <option key={choice} value={choice}>
                {countOf(choice, 'day')}
              </option>
            ))}
          </SelectField>
          <CheckField {...fieldProps(form, 'downloads')}>They may download the original files</CheckField>
          <Button type="submit" isBusy={make.isPending} className="h-[50px]!">
            Make link
          </Button>
          <p className="text-13 text-ink-2">You can end the link at any time in your profile.</p>
        </Form>
      )}
    </Sheet>
  );
}

function MadeLink({ title, token, endsAt }: { title: string; token: string; endsAt: string }) {
  const path = paths.sharedPhotos(token);
  const { href } = new URL(path, window.location.origin);
  return (
    <div className="grid gap-4 pb-4">
      <p ref={focusOnMount} tabIndex={-1} role="status" className="text-ink-2 outline-none">
        The link is ready. It works until {formatDate(endsAt)} and is shown only now.
      </p>
      <p className="rounded-ctl bg-sunk px-4 py-3 text-14 break-all select-all">{href}</p>
      <div className="flex flex-wrap gap-2 *:flex-1">
        {'share' in navigator && (
          <Button icon={Send} onClick={() => void shareLink(`Photos of ${title}`, path)}>
            Send
          </Button>
        )}
        <Button icon={Copy} kind="line" onClick={() => void copyLink(href)}>
          Copy link
        </Button>
      </div>
    </div>
  );
}
