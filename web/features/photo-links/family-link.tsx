import { useQueryClient } from '@tanstack/react-query';
import {
  LONGEST_PHOTO_LINK_DAYS,
  MAX_SHARED_PHOTOS,
  newPhotoLink,
  PHOTO_LINK_DAYS,
  photoLinkEndpoints,
} from '#contract/endpoints/photo-links.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, Form, focusOnMount, SelectField, TextField } from '#web/components/form.tsx';
import { LinkButtons } from '#web/components/link-buttons.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { myPhotoLinksQuery } from './photo-links.query.ts';

type FamilyLinkProps = {
  albumId: number;
  title: string;
  /** Absent means all photos of the album. */
  imageIds: readonly number[] | undefined;
};

const DAYS = [7, PHOTO_LINK_DAYS, 90, LONGEST_PHOTO_LINK_DAYS];

/** Makes a link to owned photos for people who have no account. */
export function FamilyLink({ albumId, title, imageIds }: FamilyLinkProps) {
  const client = useQueryClient();
  const images = imageIds?.slice(0, MAX_SHARED_PHOTOS);
  const form = useContractForm({
    schema: newPhotoLink,
    defaultValues: { label: '', days: PHOTO_LINK_DAYS, downloads: false, covers_others: false },
    toBody: ({ days, ...values }) => ({ ...values, days: Number(days), album: albumId, images }),
  });
  const make = useFormMutation(form, {
    send: (body) => callApi(photoLinkEndpoints.makePhotoLink, { body }),
    onSuccess: () => void client.invalidateQueries(myPhotoLinksQuery),
  });
  if (make.data) return <MadeLink title={title} token={make.data.token} endsAt={make.data.ends_at} />;
  const leftOut = (imageIds?.length ?? 0) - (images?.length ?? 0);
  return (
    <Form failure={make.failure} onSubmit={make.submit} className="grid gap-4">
      {leftOut > 0 && (
        <Notice tone="info">
          {i18n.t(
            'One link holds {most} photos, so {leftOut, plural, one {the last one isn’t in it} other {the last # aren’t in it}}.',
            { most: MAX_SHARED_PHOTOS, leftOut },
          )}
        </Notice>
      )}
      <TextField
        {...fieldProps(form, 'label')}
        label={i18n.t('Who’s it for?')}
        hint={i18n.t('Only you see this.')}
        placeholder={i18n.t('Grandma')}
        optional
        maxLength={80}
      />
      <SelectField {...fieldProps(form, 'days')} label={i18n.t('Link works for')}>
        {DAYS.map((choice) => (
          <option key={choice} value={choice}>
            {i18n.t('{count, plural, one {# day} other {# days}}', { count: choice })}
          </option>
        ))}
      </SelectField>
      <CheckField {...fieldProps(form, 'downloads')}>{i18n.t('Let them download in full size')}</CheckField>
      <CheckField {...fieldProps(form, 'covers_others')}>{i18n.t('Cover other kids')}</CheckField>
      <Button type="submit" isBusy={make.isPending} className="h-[50px]!">
        {i18n.t('Create link')}
      </Button>
    </Form>
  );
}

function MadeLink({ title, token, endsAt }: { title: string; token: string; endsAt: string }) {
  const path = paths.sharedPhotos(token);
  const { href } = new URL(path, window.location.origin);
  return (
    <div className="grid gap-4">
      <p ref={focusOnMount} tabIndex={-1} role="status" className="text-ink-2 outline-none">
        {i18n.t('Your link is ready and works until {date}. Send or copy it now, we can’t show it again.', {
          date: formatDay(endsAt),
        })}
      </p>
      <p className="rounded-ctl bg-sunk px-4 py-3 text-14 break-all select-all">{href}</p>
      <LinkButtons path={path} title={i18n.t('Photos of {title}', { title })} />
    </div>
  );
}
