import { ListPage } from '#web/components/list/staff-list.tsx';
import { AllPhotoLinks } from '#web/features/photo-links/all-photo-links.tsx';

export function AdminPhotoLinksPage() {
  return (
    <ListPage
      title="Shared links"
      sentence="Links that show a customer’s photos to people without an account."
    >
      <AllPhotoLinks />
    </ListPage>
  );
}
