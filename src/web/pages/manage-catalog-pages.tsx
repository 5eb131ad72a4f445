/** Authors, categories, collections, featured tales, tale of the day and site settings. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import { ShowSetupChecklist } from '#src/features/admin-status/components/setup-checklist.tsx';
import { ManageAuthorsPage } from '#src/features/authors/pages/manage-authors-page.tsx';
import { ManageCategoriesPage } from '#src/features/categories/pages/manage-categories-page.tsx';
import { ManageCollectionsPage } from '#src/features/collections/pages/manage-collections-page.tsx';
import { ManageSettingsPage } from '#src/features/site-settings/pages/manage-settings-page.tsx';
import { ManageNightsPage } from '#src/features/tale-of-the-day/pages/manage-nights-page.tsx';
import { ManageFeaturedPage } from '#src/features/tales/admin/featured/manage-featured-page.tsx';
import { DEFAULT_NAME, isLongName } from '#src/ui/site.ts';
import { useRouter } from '../current-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageAuthors = guarded(ManageAuthorsPage);
export const ManageCategories = guarded(ManageCategoriesPage);
export const ManageCollections = guarded(ManageCollectionsPage);
export const ManageFeatured = guarded(ManageFeaturedPage);
export const ManageNights = guarded(ManageNightsPage);

/** Every part of the page that names the site is rendered again after a change. */
export const ManageSettings = guarded(function SettingsWithName() {
  const router = useRouter();
  const rename = (saved: string) => {
    const name = saved || DEFAULT_NAME;
    document.title = document.title.slice(0, -router.state.context.site.name.length) + name;
    document.documentElement.toggleAttribute('data-long-name', isLongName(name));
    router.rename(name);
  };
  return (
    <ManageSettingsPage onRenamed={rename}>
      <ShowSetupChecklist />
    </ManageSettingsPage>
  );
});
