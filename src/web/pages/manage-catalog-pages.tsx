/** Authors, categories, collections, featured tales, tale of the day and site settings. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import { ManageAuthorsPage } from '#src/features/authors/pages/manage-authors-page.tsx';
import { ManageCategoriesPage } from '#src/features/categories/pages/manage-categories-page.tsx';
import { ManageCollectionsPage } from '#src/features/collections/pages/manage-collections-page.tsx';
import { ManageSettingsPage } from '#src/features/site-settings/pages/manage-settings-page.tsx';
import { ManageNightsPage } from '#src/features/tale-of-the-day/pages/manage-nights-page.tsx';
import { ManageFeaturedPage } from '#src/features/tales/admin/featured/manage-featured-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageAuthors = guarded(ManageAuthorsPage);
export const ManageCategories = guarded(ManageCategoriesPage);
export const ManageCollections = guarded(ManageCollectionsPage);
export const ManageFeatured = guarded(ManageFeaturedPage);
export const ManageNights = guarded(ManageNightsPage);
export const ManageSettings = guarded(ManageSettingsPage);
