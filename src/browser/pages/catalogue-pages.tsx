/** The screens on which the catalogue is kept: authors, categories, collections and pins. */
import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/catalogue/index.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DeskPageProps } from '#src/features/catalogue/pages/desk-page-props.ts';
import { ManageAuthorsPage } from '#src/features/catalogue/pages/manage-authors-page.tsx';
import { ManageCategoriesPage } from '#src/features/catalogue/pages/manage-categories-page.tsx';
import { ManageCollectionsPage } from '#src/features/catalogue/pages/manage-collections-page.tsx';
import { ManageFeaturedPage } from '#src/features/catalogue/pages/manage-featured-page.tsx';
import { ManageSettingsPage } from '#src/features/staff/pages/manage-settings-page.tsx';
import { ManageNightsPage } from '#src/features/tonight/pages/manage-nights-page.tsx';
import { Guarded } from './guarded.tsx';

export function ManageAuthors() {
  const props = useDeskPage();
  return <Guarded isForAdmins>{() => <ManageAuthorsPage {...props} />}</Guarded>;
}

export function ManageCategories() {
  const props = useDeskPage();
  return <Guarded isForAdmins>{() => <ManageCategoriesPage {...props} />}</Guarded>;
}

export function ManageCollections() {
  const props = useDeskPage();
  return <Guarded isForAdmins>{() => <ManageCollectionsPage {...props} />}</Guarded>;
}

export function ManageSettings() {
  return <Guarded isForAdmins>{() => <ManageSettingsPage />}</Guarded>;
}

export function ManageFeatured() {
  return <Guarded isForAdmins>{() => <ManageFeaturedPage />}</Guarded>;
}

export function ManageNights() {
  return <Guarded isForAdmins>{() => <ManageNightsPage />}</Guarded>;
}

function useDeskPage(): DeskPageProps {
  const { history } = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as DeskPageProps['search'] });
  return {
    search,
    show: useCallback((href: string) => history.replace(href), [history]),
    go: useCallback((href: string) => history.push(href), [history]),
  };
}
