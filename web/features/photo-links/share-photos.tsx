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
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
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
        {i18n.t('Share with family')}
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
      title={i18n.t('Share with family')}
      description={i18n.t('{length} of {title}. Anyone with the link can look at them, without an account.', {
        length: i18n.t('{count, plural, one {# photo} other {# photos}}', { count: images.length }),
        title,
      })}
      onClose={onClose}
    >
      {make.data ? (
        <MadeLink title={title} token={make.data.token} endsAt={make.data.ends_at} />
      ) : (
        <Form failure={make.failure} onSubmit={make.submit} className="grid gap-4 pb-4">
          {left > 0 && (
            <Notice tone="info">
              {i18n.t('A link holds {MAXSHAREDPHOTOS} photos. The last {left} are left out.', {
                MAXSHAREDPHOTOS: MAX_SHARED_PHOTOS,
                left,
              })}
            </Notice>
          )}
          <TextField
            {...fieldProps(form, 'label')}
            label={i18n.t('Name for yourself')}
            optional
            maxLength={80}
          />
          <SelectField {...fieldProps(form, 'days')} label={i18n.t('Works for')}>
            {DAYS.map((choice) => (
              <option key={choice} value={choice}>
                {i18n.t('{count, plural, one {# day} other {# days}}', { count: choice })}
              </option>
            ))}
          </SelectField>
          <CheckField {...fieldProps(form, 'downloads')}>
            {i18n.t('They may download the original files')}
          </CheckField>
          <Button type="submit" isBusy={make.isPending} className="h-[50px]!">
            {i18n.t('Make link')}
          </Button>
          <p className="text-13 text-ink-2">{i18n.t('You can end the link at any time in your profile.')}</p>
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
        {i18n.t('The link is ready. It works until {endsAt} and is shown only now.', {
          endsAt: formatDate(endsAt),
        })}
      </p>
      <p className="rounded-ctl bg-sunk px-4 py-3 text-14 break-all select-all">{href}</p>
      <div className="flex flex-wrap gap-2 *:flex-1">
        {'share' in navigator && (
          <Button icon={Send} onClick={() => void shareLink(i18n.t('Photos of {title}', { title }), path)}>
            {i18n.t('Send')}
          </Button>
        )}
        <Button icon={Copy} kind="line" onClick={() => void copyLink(href)}>
          {i18n.t('Copy link')}
        </Button>
      </div>
    </div>
  );
}
