import { PHOTO_LINK_STANDINGS, type PhotoLinkRow } from '../entities/photo-link-row.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

/** Every link by which a customer shares owned photos. */
export const photoLinkList = defineList<PhotoLinkRow>()({
  name: 'photo-links',
  noun: 'link',
  columns: {
    created_at: { label: 'Made', sort: 'desc', value: ({ created_at }) => created_at },
    user_name: { label: 'Customer', value: ({ user_name }) => user_name },
    user: { label: 'Customer number', isHidden: true, value: ({ user }) => user },
    title: { label: 'Album', value: ({ title }) => title },
    event_name: { label: 'Event', isHidden: true, value: ({ event_name }) => event_name },
    label: { label: 'Label', value: ({ label }) => label },
    photos: { label: 'Photos', sort: 'desc', value: ({ photos }) => photos },
    downloads: { label: 'Downloads', isHidden: true, value: ({ downloads }) => (downloads ? 'yes' : 'no') },
    ends_at: { label: 'Until', sort: 'asc', value: ({ ends_at }) => ends_at },
    last_opened_at: { label: 'Last opened', sort: 'desc', value: ({ last_opened_at }) => last_opened_at },
    standing: { label: 'State', value: ({ standing }) => PHOTO_LINK_STANDINGS[standing] },
  },
  filters: {
    q: searchFilter<PhotoLinkRow>({ label: 'Find links', placeholder: 'Customer, team, event or label' }),
    standing: choiceFilter({ label: 'State', all: 'All states', options: PHOTO_LINK_STANDINGS }),
  },
  defaultSort: 'created_at:desc',
});
